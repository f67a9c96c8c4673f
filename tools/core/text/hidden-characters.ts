/** Scripts in which joiners shape the letters: without them, Persian, Hindi and others are misspelt. */
const SCRIPTS = ['Arab', 'Syrc', 'Nkoo', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym']
  .concat(['Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'])
  .map(script => `\\p{Script=${script}}`)
  .join('')

const JOINED = `(?!\\p{Default_Ignorable_Code_Point})[${SCRIPTS}]`

const tags = (region: string) =>
  [...region].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

/** Given the character before an invisible one: whether it is part of something visible. */
const BELONGING = [
  // Emoji that are joined into one; skin tones are visible by themselves.
  '(?<=\\p{ExtPict}\\uFE0F?\\p{EMod}?\\u200D)(?=\\p{ExtPict})',
  '(?<=\\p{Emoji}[\\uFE0E\\uFE0F])',
  `(?<=${JOINED}[\\u200C\\u200D])(?=${JOINED})`,
  '(?<=\\p{Script=Han}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}])',
  '(?<=(?![\\u180B-\\u180F])\\p{Script=Mong}[\\u180B-\\u180F])',
].join('|')

/** The flags of England, Scotland and Wales. */
const FLAGS = `\\u{1F3F4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\\u{E007F}`

/**
 * Control characters except tabs and line ends, default-ignorable characters (bidi, zero width, tags, fillers),
 * annotations.
 */
const UNSEEN = '(?![\\t\\n\\r])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]'

// Context is checked only if something invisible was found, which is rare.
const PATTERN = new RegExp(`(${FLAGS})|${UNSEEN}(?!${BELONGING})`, 'gu')
const SUSPECT = new RegExp(UNSEEN, 'u')

/** Removes invisible characters, which could reorder the text or hide instructions for a model from its reader. */
export function stripHiddenCharacters(text: string): string {
  return SUSPECT.test(text) ? text.replace(PATTERN, (_, flag: string | undefined) => flag ?? '') : text
}

/** Tabs and line ends, including those of Unicode. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu
const BREAKS_AROUND = /^[\t\n\v\f\r\u0085\u2028\u2029]+|[\t\n\v\f\r\u0085\u2028\u2029]+$/gu

/** The same for single-line text such as names: inner breaks become a space, outer ones are removed. */
export const oneLine = (text: string): string =>
  stripHiddenCharacters(text.replace(BREAKS_AROUND, '').replace(BREAKS, ' '))

/** Stops at the first match, since pages have many texts to check. */
export function hasHiddenCharacters(text: string): boolean {
  if (!SUSPECT.test(text)) return false
  for (const [, flag] of text.matchAll(PATTERN)) if (flag === undefined) return true
  return false
}
