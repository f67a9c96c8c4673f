import { RE2JS } from 're2js'

/** Limits for all patterns of a schema together: they compile in at most 5 ms, and 20 the first time. */
export const PATTERN_CHARACTERS = 2_000
export const PATTERN_SIZE = 2_000
export const PATTERN_CLASSES = 20

/** A Unicode class costs a hundred times as much as other characters. */
export const unicodeClasses = (source: string): number => source.match(/\\p/gi)?.length ?? 0

/** Inline flags, which ECMAScript does not have: case-insensitive matching of all scripts is slow. */
const FLAGS = /\(\?[a-zA-Z-]/

/** A regular expression in linear time. `size`: of its program. */
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

/** `\s`, `\S` and `.` as in ECMAScript: RE2 supports only ASCII spaces and one line end. */
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

/** `undefined`: not a pattern, or one with look-around, back references or flags, which are not linear. */
export function compilePattern(source: string): Pattern | undefined {
  if (FLAGS.test(source)) return undefined
  try {
    const compiled = RE2JS.compile(withUnicodeSpaces(RE2JS.translateRegExp(source)))
    return { size: compiled.programSize(), matches: text => compiled.test(text) }
  } catch {
    return undefined
  }
}
