import { FUNCTIONS, URL_PROPERTIES } from './elements.ts'

const ID = /^[A-Za-z_][\w.-]{0,63}$/
const QUOTED_URL = /(?<![\w-])url\( ?(["']?)#([A-Za-z_][\w.-]{0,63})\1 ?\)/gi
const LOCAL_URL = /(?<![\w-])url\(#([\w.-]+)\)/g
/** No backslash, slash, colon, at sign or quote: nothing a CSS parser could read as a scheme, escape or comment. */
const PLAIN = /^[\w .,#%()+-]*$/
const FONTS = /^[\p{L}\p{N} ,'"_-]*$/u
const CALL = /(?<![\w-])([\w-]+) ?\(/g
const HEX_COLOR = /#[\w.-]+/g
/** A million and more, before any exponent; fractions may be long. */
const LARGE_NUMBER = /(?<![\d.])\d{7}|[\d.]e-?\d{3}/i
const POWER = /(?<![\d.])[\d.]+e\+?\d+/gi
const MOST = 1_000_000
/** Of two colours that of a light page, on which drawings are shown. */
const LIGHT = /^light-dark\( ?([^(),]+|[a-z]+\([^()]*\)) ?,[^()]*(?:\([^()]*\)[^()]*)?\)$/i
/** What names results of filters, and may hold any digits. */
export const FILTER_RESULTS = new Set(['in', 'in2', 'result'])
/** Would apply what an element around refers to, uncounted; without them it is inherited where it may be. */
const AS_AROUND = /^(inherit|unset|revert|revert-layer)$/i
const OF_CONTEXT = /^context-(fill|stroke)$/i
/** What a shorthand sets that says nothing of it: stored where a font is set elsewhere. */
export const INITIAL_FONT = Symbol('normal')

/** A property as it is set; `null`: it is as around the element; `INITIAL_FONT`: as if no font were set around it. */
export type Declaration = readonly [property: string, value: string | null | typeof INITIAL_FONT]

export const onOneLine = (value: string): string => value.replace(/\s+/g, ' ').trim()

const FALLBACK = /(?<![\w-])(?:var|env)\( ?[\w-]+ ?,((?:[^()]|\([^()]*\))*)\)/gi
const FALLBACK_DEPTH = 16

/** A value with the fallbacks of `var()` and `env()` in their place: a stored drawing has no custom properties. */
export function withFallbacks(value: string): string {
  let resolved = value
  for (let depth = 0; depth < FALLBACK_DEPTH && resolved.includes('('); depth++) {
    const inner = resolved.replace(FALLBACK, '$1')
    if (inner === resolved) break
    resolved = inner
  }
  return resolved === value ? value : onOneLine(resolved)
}

export const isId = (value: string): boolean => ID.test(value)

/** The id of a reference like `#id`. */
export function localId(href: string): string | undefined {
  const trimmed = href.trim()
  return trimmed.startsWith('#') && isId(trimmed.slice(1)) ? trimmed.slice(1) : undefined
}

/** The ids that a value refers to by `url()`. */
export const urlIds = (value: string): string[] => Array.from(value.matchAll(LOCAL_URL), match => match[1]!)

/** An allowed value without its references to what does not exist; `undefined` where what is left is not allowed. */
export function withoutMissing(name: string, value: string, exists: (id: string) => boolean): string | undefined {
  const rest = onOneLine(value.replace(LOCAL_URL, (url, id) => (exists(id) ? url : ' ')))
  return rest === '' ? 'none' : allowedValue(name, rest)
}

/** Whether a property that may have `url()` is to be as it is around the element, which it is without. */
export const isInherited = (name: string, value: string): boolean => URL_PROPERTIES.has(name) && AS_AROUND.test(value)

/** The value as it is stored; `undefined` where it is not allowed. */
export function allowedValue(name: string, given: string): string | undefined {
  const value = onOneLine(given).replace(LIGHT, '$1')
  if (value === '') return undefined
  if (name === 'font-family') return FONTS.test(value) ? value : undefined
  if (URL_PROPERTIES.has(name) && (AS_AROUND.test(value) || OF_CONTEXT.test(value))) return undefined
  const takesUrls = URL_PROPERTIES.has(name) && value.includes('(')
  const local = takesUrls ? value.replace(QUOTED_URL, 'url(#$2)') : value
  const rest = takesUrls ? local.replace(LOCAL_URL, ' ') : local
  return isPlain(rest) && (FILTER_RESULTS.has(name) || hasFairNumbers(rest)) ? local : undefined
}

function hasFairNumbers(value: string): boolean {
  const numbers = value.replace(HEX_COLOR, '')
  if (LARGE_NUMBER.test(numbers)) return false
  return (numbers.match(POWER) ?? []).every(number => Number(number) < MOST)
}

/** Whether a name of a filter's result may be stored as it is. */
export const isResult = (name: string): boolean => PLAIN.test(name)

function isPlain(value: string): boolean {
  if (!PLAIN.test(value)) return false
  if (!value.includes('(')) return true
  const calls = value.match(/\(/g)!.length
  const names = Array.from(value.matchAll(CALL), match => match[1]!.toLowerCase())
  return names.length === calls && names.every(name => FUNCTIONS.has(name))
}
