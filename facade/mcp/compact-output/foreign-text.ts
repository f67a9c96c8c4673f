import type { Json } from '../../../tools/core/json-encoding.ts'

/**
 * Delimits text by others in the text of a result (MCP-194), so that a model sees where it begins and ends. A passage
 * stands between `<a3f9>` and `</a3f9>`, where the marker is random, new for each result, and in none of its passages.
 *
 * Compact forms are shared by results, so they hold placeholders, which each result replaces by its marker. Text that
 * contains a placeholder itself is rewritten before.
 */

const OPEN = '\uE000'
const CLOSE = '\uE001'
const RESERVED = /[\uE000\uE001]/g

/** Puts a passage, or every text of an open object or list, between placeholders. */
export function enclose(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : `${OPEN}${value}${CLOSE}`
  if (Array.isArray(value)) return value.map(enclose)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, enclose(member)]))
}

const RESERVED_BYTES = [Buffer.from(OPEN), Buffer.from(CLOSE)]

/** Whether the JSON of an output contains a placeholder. */
export const hasReserved = (output: Json): boolean =>
  typeof output === 'string'
    ? output.includes(OPEN) || output.includes(CLOSE)
    : output.some(piece => RESERVED_BYTES.some(bytes => piece.includes(bytes)))

/** The same value with other characters in the place of placeholders. */
export function withoutReserved<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(RESERVED, '\uFFFD') as Value
  if (Array.isArray(value)) return value.map(withoutReserved) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [withoutReserved(name), withoutReserved(member)])
  return Object.fromEntries(entries) as Value
}

/** Replaces the placeholders in the text of a result. */
export function delimit(text: Json, randomBytes: (count: number) => Buffer): Json {
  const whole = typeof text === 'string' ? text : Buffer.concat(text).toString()
  if (!whole.includes(OPEN)) return text
  let marker = randomBytes(MARKER_BYTES).toString('hex')
  // Texts can contain every short marker.
  while (whole.includes(marker)) marker = randomBytes(LONG_MARKER_BYTES).toString('hex')
  return whole.replaceAll(OPEN, `<${marker}>`).replaceAll(CLOSE, `</${marker}>`)
}

const MARKER_BYTES = 2
const LONG_MARKER_BYTES = 8
