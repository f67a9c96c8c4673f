/** Maximum length without the #. */
export const HASHTAG_CHARACTERS = 50

const CHARACTER = '[\\p{L}\\p{M}\\p{N}_]'
const WORD = `(?!\\p{M})${CHARACTER}+(?:[-\\u200C\\u200D]${CHARACTER}+)*`

const WRITTEN = new RegExp(`(?<![\\p{N}_&#＃]|\\p{L}\\p{M}*)[#＃](${WORD})`, 'gu')
const WHOLE = new RegExp(`^[#＃]${WORD}$`, 'u')

/** NFKC turns some characters into several letters, spaces or signs, so the normalized form is validated. */
const STORED = new RegExp(`^(?=.{1,${HASHTAG_CHARACTERS}}$)(?=.*\\p{L})${WORD}$`, 'u')

/**
 * Maximum UTF-16 units that NFKC can reduce to this many characters: up to four become one. NFKC takes quadratic time
 * for combining marks, so longer text is never normalized.
 */
const COMPOSED_OF = 4 * 2
const WRITTEN_UNITS = HASHTAG_CHARACTERS * COMPOSED_OF

/** The normalized tag with its #; one that is too long stays so. */
export const composedTag = (tag: string): string =>
  tag.length > WRITTEN_UNITS + COMPOSED_OF ? tag : tag.normalize('NFKC')

/** A hashtag as it is stored and looked up, with or without its #. */
export const hashtagOf = (tag: string): string => composedTag(tag).replace(/^#/, '').toLowerCase()

/** Whether a text is exactly one hashtag. */
export const isHashtag = (text: string): boolean => WHOLE.test(text) && STORED.test(hashtagOf(text))

/** The hashtags of prose in order of appearance, without duplicates (TEXT-37 to TEXT-41). */
export function hashtagsIn(prose: readonly string[]): string[] {
  const written = new Set(prose.flatMap(part => [...part.matchAll(WRITTEN)].map(match => match[1]!)))
  return [...new Set([...written].map(hashtagOf))].filter(tag => STORED.test(tag))
}
