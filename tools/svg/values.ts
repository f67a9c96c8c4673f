import { FUNCTIONS, PROPERTIES, URL_PROPERTIES } from './elements.ts'

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
/** What names results of filters, and may hold any digits. */
const RESULTS = new Set(['in', 'in2', 'result'])
/** Would apply what an element around refers to, uncounted; without them it is inherited where it may be. */
const CASCADE = /^(inherit|unset|revert|revert-layer|context-fill|context-stroke)$/i
/** What a style attribute holds only to trick a parser. */
const SUSPECT_STYLE = /[\\{}@<]|\/\*/

const onOneLine = (value: string): string => value.replace(/\s+/g, ' ').trim()

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

/** The value as it is stored; `undefined` where it is not allowed. */
export function allowedValue(name: string, given: string): string | undefined {
  const value = onOneLine(given)
  if (value === '') return undefined
  if (name === 'font-family') return FONTS.test(value) ? value : undefined
  if (URL_PROPERTIES.has(name) && CASCADE.test(value)) return undefined
  const takesUrls = URL_PROPERTIES.has(name) && value.includes('(')
  const local = takesUrls ? value.replace(QUOTED_URL, 'url(#$2)') : value
  const rest = takesUrls ? local.replace(LOCAL_URL, ' ') : local
  return isPlain(rest) && (RESULTS.has(name) || hasFairNumbers(rest)) ? local : undefined
}

function hasFairNumbers(value: string): boolean {
  const numbers = value.replace(HEX_COLOR, '')
  if (LARGE_NUMBER.test(numbers)) return false
  return (numbers.match(POWER) ?? []).every(number => Number(number) < MOST)
}

function isPlain(value: string): boolean {
  if (!PLAIN.test(value)) return false
  if (!value.includes('(')) return true
  const calls = value.match(/\(/g)!.length
  const names = Array.from(value.matchAll(CALL), match => match[1]!.toLowerCase())
  return names.length === calls && names.every(name => FUNCTIONS.has(name))
}

/** The allowed declarations of a style attribute, which are stored as the presentation attributes they override. */
export function allowedDeclarations(style: string): [string, string][] {
  if (SUSPECT_STYLE.test(style)) return []
  return style.split(';').flatMap(declaration => {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (!PROPERTIES.has(name)) return []
    const value = allowedValue(name, onOneLine(declaration.slice(colon + 1)).replace(/ ?! ?important$/i, ''))
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
}
