import { RE2JS } from 're2js'

/** Bounds of all patterns of a schema together: compiling those within took 60 ms at most. */
export const PATTERN_CHARACTERS = 2_000
export const PATTERN_SIZE = 2_000

/** A regular expression that takes a time in proportion to the text, whatever it is. `size`: of its program. */
export interface Pattern {
  size: number
  matches(text: string): boolean
}

/** `undefined`: not a pattern, or one with look-around or back references, which take no such time. */
export function compilePattern(source: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    return { size: compiled.programSize(), matches: text => compiled.test(text) }
  } catch {
    return undefined
  }
}
