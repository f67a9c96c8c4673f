import { JsonText, parseJson } from './lossless-json.ts'

/** Why a response cannot be read as JSON. */
export type UnreadableJson = 'not UTF-8' | 'not JSON' | 'too deep' | 'not JSON of finite numbers'

const MAX_DEPTH = 64
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Matches escapes that PostgreSQL may not store: U+0000 and surrogates can occur in JSON only as escapes. */
const MAY_BE_UNCLEAN = /\\u(?:0000|d[89a-f])/i

/**
 * Parses JSON from others: at most 64 levels deep, without U+0000 and lone surrogates in any string or name, preserving
 * the digits of numbers. Rejects a number beyond the range of a double, since it could not be written again.
 */
export function readBoundedJson(body: Buffer): { value: unknown } | { unreadable: UnreadableJson } {
  let text: string
  try {
    text = UTF8.decode(body)
  } catch {
    return { unreadable: 'not UTF-8' }
  }
  if (depthOf(body) > MAX_DEPTH) return { unreadable: 'too deep' }
  try {
    const value = parseJson(text)
    return { value: MAY_BE_UNCLEAN.test(text) ? clean(value) : value }
  } catch (error) {
    return { unreadable: error instanceof RangeError ? 'not JSON of finite numbers' : 'not JSON' }
  }
}

const [QUOTE, ESCAPE] = [0x22, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** The depth of brackets outside of strings, whether or not they match. */
function depthOf(body: Buffer): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === QUOTE) at = endOfString(body, at)
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (CLOSING.has(byte)) depth--
  }
  return deepest
}

/** The end of the string that begins there: the next quote without a backslash. */
function endOfString(body: Buffer, start: number): number {
  let end = body.indexOf(QUOTE, start + 1)
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(QUOTE, end + 1)
  return end === -1 ? body.length : end
}

function isEscaped(body: Buffer, at: number): boolean {
  let backslashes = 0
  while (body[at - 1 - backslashes] === ESCAPE) backslashes++
  return backslashes % 2 === 1
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null || value instanceof JsonText) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), clean(member)]))
}

const cleanText = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '')
