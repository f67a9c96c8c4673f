export const EXCERPT_CHARACTERS = 280

const VISIBLE = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Below this code point, no character except a line feed extends the previous one. */
const FIRST_JOINED = 0x300
const CARRIAGE_RETURN = 0x0d

/** The last position up to `at`, in UTF-16 units, that is not inside a grapheme cluster. */
export function visibleEnd(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length))
  const isPlain = text.charCodeAt(at) < FIRST_JOINED && text.charCodeAt(at - 1) < FIRST_JOINED
  if (isPlain && text.charCodeAt(at - 1) !== CARRIAGE_RETURN) return at
  return VISIBLE.segment(text.slice(0, at + 2)).containing(at)!.index
}

/** The first `count` characters of a text, or fewer to avoid splitting a grapheme cluster. */
export const firstCharacters = (text: string, count: number): string =>
  text.slice(0, visibleEnd(text, offsetOf(text, count)))

/** The first characters of a text, and `…` where there are more (TEXT-49). */
export function excerpt(content: string, characters = EXCERPT_CHARACTERS): string {
  if (content.length <= characters) return content
  return offsetOf(content, characters) >= content.length ? content : `${firstCharacters(content, characters - 1)}…`
}

/** The end of the first `count` code points, in UTF-16 units. */
function offsetOf(text: string, count: number): number {
  let offset = 0
  for (let n = 0; n < count && offset < text.length; n++) offset += isSurrogatePair(text, offset) ? 2 : 1
  return offset
}

const isSurrogatePair = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800
