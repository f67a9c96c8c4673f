/** Scripts in which joiners shape the letters: Persian, Hindi and others are misspelt without them. */
const SCRIPTS = ['Arab', 'Syrc', 'Nkoo', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym']
  .concat(['Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'])
  .map(script => `\\p{Script=${script}}`)
  .join('')

const JOINED = `(?!\\p{Default_Ignorable_Code_Point})[${SCRIPTS}]`

const tags = (region: string) =>
  [...region].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

/** After a character that shows nothing by itself: where it belongs to something that shows. */
const BELONGING = [
  // Families, professions and other pictures joined to one; skin tones show by themselves.
  '(?<=\\p{ExtPict}\\uFE0F?\\p{EMod}?\\u200D)(?=\\p{ExtPict})',
  '(?<=\\p{Emoji}[\\uFE0E\\uFE0F])',
  `(?<=${JOINED}[\\u200C\\u200D])(?=${JOINED})`,
  '(?<=\\p{Script=Han}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}])',
  '(?<=(?![\\u180B-\\u180F])\\p{Script=Mong}[\\u180B-\\u180F])',
].join('|')

/** The flags of England, Scotland and Wales. */
const FLAGS = `\\u{1F3F4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\\u{E007F}`

/** Controls but tab and line ends, what Unicode lets one ignore (bidi, zero width, tags, fillers), annotations. */
const UNSEEN = '(?![\\t\\n\\r])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]'

// What belongs is looked at only where something unseen was found: most texts have nothing of it.
const PATTERN = new RegExp(`(${FLAGS})|${UNSEEN}(?!${BELONGING})`, 'gu')
const SUSPECT = new RegExp(UNSEEN, 'u')

/** The text without the characters that nobody sees, and that could reorder it or speak to a model behind its reader's back. */
export function stripHiddenCharacters(text: string): string {
  return SUSPECT.test(text) ? text.replace(PATTERN, (_, flag: string | undefined) => flag ?? '') : text
}

/** Tabs and line ends, those of Unicode too. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu
const BREAKS_AROUND = /^[\t\n\v\f\r\u0085\u2028\u2029]+|[\t\n\v\f\r\u0085\u2028\u2029]+$/gu

/** The same of what stands on one line, as names do: breaks within are a blank, and those around it nothing. */
export const oneLine = (text: string): string =>
  stripHiddenCharacters(text.replace(BREAKS_AROUND, '').replace(BREAKS, ' '))

/** Up to the first of them: pages are full of texts that this is asked of. */
export function hasHiddenCharacters(text: string): boolean {
  if (!SUSPECT.test(text)) return false
  for (const [, flag] of text.matchAll(PATTERN)) if (flag === undefined) return true
  return false
}
