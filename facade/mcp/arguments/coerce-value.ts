import { JsonReading } from '../../../tools/core/text/canonical-json.ts'
import { rememberText } from './written.ts'

/** Unambiguous text forms of values. */

const NOTHING: ReadonlySet<string> = new Set(['', 'null', 'none', 'undefined', 'nil'])

/** Longer text is never coerced: it is content. */
const CHARACTERS = 512

/** Text that programs and models write for an absent value. */
export const isEmptyValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= CHARACTERS && NOTHING.has(value.trim().toLowerCase())

/** The same, or a list of nothing else; an empty list is a list. */
export const isNothingAtAll = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(item => item === null || isEmptyValue(item))
    : isEmptyValue(value)

/** `none`, or a list with it, which may be a value if one of a few values is expected (MCP-260). */
export const isNone = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isNone) : isEmptyValue(value) && value.trim().toLowerCase() === 'none'

const QUOTED = /^(["'`])(.*)\1$/s

const unquoted = (text: string): string => {
  const bare = text.trim()
  return QUOTED.exec(bare)?.[2]?.trim() ?? bare
}

const NUMBER = /^[+-]?\d{1,32}(?:\.\d{1,32})?(?:e[+-]?\d{1,3})?$/i

/** `1,000` is a thousand in some locales and one in others, so it is not a number. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > CHARACTERS) return undefined
  const text = unquoted(value)
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map(word => [word, true] as const),
  ...['false', 'no', '0'].map(word => [word, false] as const),
])

export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'number') return TRUTH.get(String(value))
  return typeof value === 'string' && value.length <= CHARACTERS ? TRUTH.get(unquoted(value).toLowerCase()) : undefined
}

/** The letters and digits of a name in lower case: `postId`, `post-id` and `POST_ID` are equal. */
export const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const singular = (name: string) => lettersOf(name).replace(/s$/, '')

/**
 * The allowed value that a text spells differently: `LIKE`, `invite_only`, `post` for `posts`, `text/plain;
 * charset=utf-8`.
 */
export function enumValueLike(values: readonly unknown[], value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > CHARACTERS) return undefined
  const [text = ''] = unquoted(value).split(';')
  for (const fold of [lettersOf, singular]) {
    const found = values.filter(word => typeof word === 'string' && fold(word) === fold(text)) as string[]
    if (found.length === 1) return found[0]
  }
  return undefined
}

const UUID = /^(?:urn:uuid:)?[{<(]?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})[)>}]?$/i
const TIME = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d:\d\d(?:\.\d{1,9})?) ?(?:(z|utc|gmt)|([+-]\d\d):?(\d\d))$/i

function uuidIn(text: string): string | undefined {
  const [, ...parts] = UUID.exec(text) ?? []
  return parts.length > 0 ? parts.join('-') : undefined
}

/** A time without a zone is not accepted: it is ambiguous. */
function timeIn(text: string): string | undefined {
  const [, day, time, zulu, hours, minutes] = TIME.exec(text) ?? []
  return day === undefined ? undefined : `${day}T${time}${zulu ? 'Z' : `${hours}:${minutes}`}`
}

/**
 * Other spellings of a formatted text, nearest first: without spaces and quotes around it, ids and times as programs
 * print them.
 */
export function alternativeSpellings(value: unknown): string[] {
  if (typeof value !== 'string' || value.length > CHARACTERS) return []
  const bare = unquoted(value)
  return [value.trim(), bare, uuidIn(bare), timeIn(bare)].filter(
    text => text !== undefined && text !== value,
  ) as string[]
}

/** A text that may contain several values. */
export const mayBeList = (text: string): boolean => /[,;\n，；、|]|#.*#/.test(text.trim()) || /^\s*[[{]/.test(text)

/**
 * The list or object whose JSON a text is, parsed as strictly as the request itself; also within a code fence or a
 * string.
 */
export function jsonOf(value: unknown): object | undefined {
  if (typeof value !== 'string' || !value.isWellFormed()) return undefined
  const text = withoutFence(unwrapped(value.trim()))
  return strictJson(text) ?? (isPythonic(text) ? strictJson(fromPython(text)) : undefined)
}

function strictJson(text: string): object | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined
  const read = new JsonReading(Buffer.from(text), true).value()
  if (!read.ok) return undefined
  rememberText(read.value, () => text)
  return read.value as object
}

/** Doubly encoded JSON: a host that encodes what its model has already encoded. */
function unwrapped(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text
  try {
    const inner: unknown = JSON.parse(text)
    return typeof inner === 'string' && inner.isWellFormed() ? inner.trim() : text
  } catch {
    return text
  }
}

function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text
  const line = text.indexOf('\n')
  return line < 0 ? text : text.slice(line, -3).trim()
}

/** Lists and dicts of plain words in Python notation; a text with `"` or `\` must be JSON. */
const isPythonic = (text: string) => /^[[{]/.test(text) && !/["\\]/.test(text)

const PYTHON: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

const fromPython = (text: string) =>
  text.replace(/'([^']*)'|\b(?:True|False|None)\b/g, (word, quoted: string | undefined) =>
    quoted === undefined ? PYTHON[word]! : JSON.stringify(quoted),
  )
