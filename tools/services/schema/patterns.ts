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

/** `undefined`: not a pattern, or one with look-around, back references or flags, which take no such time. */
export function compilePattern(source: string): Pattern | undefined {
  if (FLAGS.test(source)) return undefined
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    return { size: compiled.programSize(), matches: text => compiled.test(text) }
  } catch {
    return undefined
  }
}
