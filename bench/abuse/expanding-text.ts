/**
 * Characters that grow on output: six bytes of JSON and a seventh when MCP embeds JSON in a string, four bytes of UTF-8
 * each, or two bytes and then four.
 */
export const EXPANDING = ['\u0001', '\u{1f41d}', '"'] as const

/** This many characters of expanding text after a prefix. */
export const expandingText = (prefix: string, characters: number, n: number): string =>
  prefix + EXPANDING[n % EXPANDING.length]!.repeat(characters - [...prefix].length)

const PICTURE_BYTES = 32 * 1024

/** A picture of the maximum size, of characters that JSON escapes and XML does not. */
export function largestPicture(): string {
  const [head, tail] = ['<svg xmlns="http://www.w3.org/2000/svg"><text>', '</text></svg>']
  return head + '\\'.repeat(PICTURE_BYTES - head.length - tail.length) + tail
}
