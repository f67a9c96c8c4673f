import { excerpt } from '../core/text/plain-excerpt.ts'

/** Scripts without spaces between words: next to their letters a name ends, or starts, as next to a space. */
const UNSPACED = [
  'Han',
  'Bopomofo',
  'Hiragana',
  'Katakana',
  'Yi',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Balinese',
  'Javanese',
  'Tai_Le',
  'New_Tai_Lue',
  'Tai_Tham',
  'Tai_Viet',
]
  .map(script => `\\p{Script_Extensions=${script}}`)
  .join('')

const LETTER = `(?![${UNSPACED}])\\p{L}\\p{M}*`
const CHARACTER = `(?:${LETTER}|[\\p{Nd}_]\\p{M}*)`
const WORD = `${CHARACTER}+(?:[.-]+${CHARACTER}+)*`

/** The word after an `@`, and the host for a remote address: `@name@host`. */
const NAME = new RegExp(
  `(?<![@＠\\p{Nd}_]|${LETTER})[@＠](${WORD})([@＠][\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*)?`,
  'gu',
)

/** A handle up to its end; the flag `i` would also match some non-ASCII letters. */
const HANDLE = /^[A-Za-z0-9][A-Za-z0-9._-]{1,30}[A-Za-z0-9](?=[._-]|$)/
const ASCII = /^[\x00-\x7f]+$/

const MAX_REPORTED_LENGTH = 40

export interface MentionedName {
  /** In lower case; for an impossible handle, the raw word, or its beginning. */
  word: string
  isHandle: boolean
}

/** Mentioned handles in prose, in order of appearance, without duplicates (TEXT-30 to TEXT-35). */
export function namesIn(prose: readonly string[]): MentionedName[] {
  const names = new Map<string, MentionedName>()
  for (const [, word = '', host = ''] of prose.flatMap(part => [...part.matchAll(NAME)])) {
    const [handle] = (host === '' && ASCII.test(word) && HANDLE.exec(word)) || []
    const name = handle?.toLowerCase() ?? excerpt(word + host, MAX_REPORTED_LENGTH)
    if (!names.has(name)) names.set(name, { word: name, isHandle: handle !== undefined })
  }
  return [...names.values()]
}
