/** Of a hashtag, without the #. */
export const HASHTAG_CHARACTERS = 50

const CHARACTER = '[\\p{L}\\p{M}\\p{N}_]'
const WORD = `(?!\\p{M})${CHARACTER}+(?:[-\\u200C\\u200D]${CHARACTER}+)*`

const WRITTEN = new RegExp(`(?<![\\p{N}_&#＃]|\\p{L}\\p{M}*)[#＃](${WORD})`, 'gu')
const WHOLE = new RegExp(`^[#＃]${WORD}$`, 'u')

/** NFKC makes many letters, blanks or signs of some: what is a hashtag is judged by what is stored of it. */
const STORED = new RegExp(`^(?=.{1,${HASHTAG_CHARACTERS}}$)(?=.*\\p{L})${WORD}$`, 'u')

/**
 * In UTF-16 units, what NFKC may make so many characters of: up to four become one. It sorts marks in a time that grows with
 * the square of their number, so nothing longer is put to it.
 */
const COMPOSED_OF = 4 * 2
const WRITTEN_UNITS = HASHTAG_CHARACTERS * COMPOSED_OF

/** A tag however its letters are put together, with its #; one that is too long stays so. */
export const composedTag = (tag: string): string =>
  tag.length > WRITTEN_UNITS + COMPOSED_OF ? tag : tag.normalize('NFKC')

/** A hashtag as it is stored and looked up, with or without its #. */
export const hashtagOf = (tag: string): string => composedTag(tag).replace(/^#/, '').toLowerCase()

/** Whether a text is a hashtag and nothing else. */
export const isHashtag = (text: string): boolean => WHOLE.test(text) && STORED.test(hashtagOf(text))

/** The hashtags of prose in the order of their appearance, each once (TEXT-37 to TEXT-41). */
export function hashtagsIn(prose: readonly string[]): string[] {
  const written = new Set(prose.flatMap(part => [...part.matchAll(WRITTEN)].map(match => match[1]!)))
  return [...new Set([...written].map(hashtagOf))].filter(tag => STORED.test(tag))
}
