import { excerpt } from '../core/text/plain-excerpt.ts'

/** Scripts that set no blanks between words: next to one of their letters a name ends, or begins, as next to a blank. */
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

/** What stands behind an `@`, and the host where it is an address elsewhere: `@name@host`. */
const NAME = new RegExp(
  `(?<![@＠\\p{Nd}_]|${LETTER})[@＠](${WORD})([@＠][\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*)?`,
  'gu',
)

/** A handle, up to where it has to end; `i` would take letters beyond ASCII for some of these. */
const HANDLE = /^[A-Za-z0-9][A-Za-z0-9._-]{1,30}[A-Za-z0-9](?=[._-]|$)/
const ASCII = /^[\x00-\x7f]+$/

const SHOWN_CHARACTERS = 40

export interface MentionedName {
  /** In lower case; of what cannot be a handle, the word as it is written, or its beginning. */
  word: string
  isHandle: boolean
}

/** Whom prose calls with `@`, in the order of their appearance, each once (TEXT-30 to TEXT-35). */
export function namesIn(prose: readonly string[]): MentionedName[] {
  const names = new Map<string, MentionedName>()
  for (const [, word = '', host = ''] of prose.flatMap(part => [...part.matchAll(NAME)])) {
    const [handle] = (host === '' && ASCII.test(word) && HANDLE.exec(word)) || []
    const name = handle?.toLowerCase() ?? excerpt(word + host, SHOWN_CHARACTERS)
    if (!names.has(name)) names.set(name, { word: name, isHandle: handle !== undefined })
  }
  return [...names.values()]
}
