/**
 * Characters that grow on their way out: six bytes of JSON and one more where MCP puts JSON into a string, four bytes
 * of UTF-8 each, two bytes and then four.
 */
export const EXPANDING = ['\u0001', '\u{1f41d}', '"'] as const

/** So many characters of a text that expands, with a beginning of its own. */
export const expandingText = (words: string, characters: number, n: number): string =>
  words + EXPANDING[n % EXPANDING.length]!.repeat(characters - [...words].length)

const PICTURE_BYTES = 32 * 1024

/** A picture as large as one may be, of characters that JSON escapes and XML does not. */
export function largestPicture(): string {
  const [head, tail] = ['<svg xmlns="http://www.w3.org/2000/svg"><text>', '</text></svg>']
  return head + '\\'.repeat(PICTURE_BYTES - head.length - tail.length) + tail
}
