import { RE2JS } from 're2js'

/** Bounds of all patterns of a schema together: those within compile in 5 ms at most, at first in 20. */
export const PATTERN_CHARACTERS = 2_000
export const PATTERN_SIZE = 2_000
export const PATTERN_CLASSES = 20

/** Each costs a hundred times what other characters do. */
export const unicodeClasses = (source: string): number => source.match(/\\p/gi)?.length ?? 0

/** Flags within a pattern, which ECMAScript has not: letters of all scripts in both cases are looked up one by one. */
const FLAGS = /\(\?[a-zA-Z-]/

/** A regular expression that takes a time in proportion to the text, whatever it is. `size`: of its program. */
export interface Pattern {
  size: number
  matches(text: string): boolean
}

const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}'
const SPACES = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const NO_SPACES = [
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}',
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}',
].join('')

/** `\s`, `\S` and `.` as ECMAScript has them: RE2 knows spaces of ASCII and one line end alone. */
function withUnicodeSpaces(source: string): string {
  let isInClass = false
  return source.replace(/\\[\s\S]|[[\].]/g, token => {
    if (token === '[') isInClass = true
    else if (token === ']') isInClass = false
    else if (token === '.' && !isInClass) return `[^${LINE_ENDS}]`
    else if (token === '\\s') return isInClass ? SPACES : `[${SPACES}]`
    else if (token === '\\S') return isInClass ? NO_SPACES : `[^${SPACES}]`
    return token
  })
}

/** `undefined`: not a pattern, or one with look-around, back references or flags, which take no such time. */
export function compilePattern(source: string): Pattern | undefined {
  if (FLAGS.test(source)) return undefined
  try {
    const compiled = RE2JS.compile(withUnicodeSpaces(RE2JS.translateRegExp(source)))
    return { size: compiled.programSize(), matches: text => compiled.test(text) }
  } catch {
    return undefined
  }
}
