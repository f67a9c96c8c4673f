// JSON of responses. Objects that many responses contain are encoded once (`shareJson`); the size of a value is bounded
// without encoding it; long values are encoded in time slices, so that others have the event loop in between.
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { TimeSlicer } from '../../concurrency/time-slicer.ts'
import { stringifyJson } from '../../push/broker/lossless-json.ts'

/** JSON as text, or as pieces of UTF-8 if much of it is already encoded. */
export type Json = string | readonly Buffer[]

/** The JSON of shared objects; the same as bytes after a comma; and the same inside a JSON string. */
const texts = new WeakMap<object, string>()
const encoded = new WeakMap<object, Buffer>()
const quoted = new WeakMap<object, Buffer>()

/** Encodes an object once for all responses; it must not change any more. */
export function shareJson<Value extends object>(value: Value): Readonly<Value> {
  texts.set(value, JSON.stringify(value))
  return value
}

/** The JSON of a shared object. */
export const sharedJson = (value: object): string | undefined => texts.get(value)

/** The JSON of a response whose lists may hold shared objects. */
export function encode(response: object): Json {
  const parts = partsOf(response)
  return parts ? parts.map(part => bytesOf(part, encoded, verbatim)) : stringifyJson(response)
}

/** The JSON of a response inside a JSON string. */
export function encodeInString(response: object): Json {
  const parts = partsOf(response)
  if (!parts) return JSON.stringify(stringifyJson(response))
  return json`"${parts.map(part => bytesOf(part, quoted, escaped))}"`
}

/** JSON that contains encoded JSON. */
export function json(around: TemplateStringsArray, ...values: Json[]): Json {
  if (values.every(value => typeof value === 'string')) return String.raw({ raw: around }, ...values)
  return around.flatMap((text, at) => [Buffer.from(text), ...piecesOf(values[at] ?? '')])
}

const piecesOf = (part: Json): readonly Buffer[] => (typeof part === 'string' ? [Buffer.from(part)] : part)

export const toBody = (all: Json): string | Buffer => (typeof all === 'string' ? all : Buffer.concat(all))

export const sizeOf = (all: Json): number =>
  typeof all === 'string' ? Buffer.byteLength(all) : all.reduce((sum, piece) => sum + piece.length, 0)

const verbatim = (text: string) => text
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** Text of the response itself, or a shared item of one of its lists. */
type Part = string | { item: object; isFirst: boolean }

function bytesOf(part: Part, cache: WeakMap<object, Buffer>, write: (text: string) => string): Buffer {
  if (typeof part === 'string') return Buffer.from(write(part))
  const { item, isFirst } = part
  let bytes = cache.get(item)
  if (!bytes) {
    bytes = Buffer.from(`,${write(texts.get(item)!)}`)
    cache.set(item, bytes)
  }
  return isFirst ? bytes.subarray(1) : bytes
}

/** `undefined`: the response has no shared objects. */
function partsOf(response: object): Part[] | undefined {
  if (!Object.values(response).some(holdsShared)) return undefined
  const parts: Part[] = []
  let text = ''
  for (const [name, member] of Object.entries(response)) {
    if (member === undefined) continue
    text += `${parts.length === 0 && text === '' ? '{' : ','}${JSON.stringify(name)}:`
    if (holdsShared(member)) {
      parts.push(`${text}[`, ...itemsOf(member))
      text = ']'
    } else text += stringifyJson(member)
  }
  parts.push(`${text}}`)
  return parts
}

const isShared = (value: unknown): value is object => typeof value === 'object' && value !== null && texts.has(value)

const holdsShared = (member: unknown): member is unknown[] => Array.isArray(member) && member.some(isShared)

const itemsOf = (list: unknown[]): Part[] =>
  list.map((item, at) =>
    isShared(item) ? { item, isFirst: at === 0 } : `${at === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`,
  )

/** Maximum bytes of the JSON of a response with a list: a page ends early rather than exceed it. */
export const LIST_BYTES = RESOURCE_LIMITS.list_bytes.limit
/** Reserve for what accompanies the items: cursors, counts, the agent's own counters. */
const RESERVED_BYTES = 10_000
export const ITEMS_BYTES = LIST_BYTES - RESERVED_BYTES

/** A UTF-16 code unit takes at most six bytes escaped, three in UTF-8. */
const ESCAPED_UNIT_BYTES = 6
const UNIT_BYTES = 3
const NUMBER_BYTES = 24

/** An upper bound for the size of a value in JSON. Member names are ours and need no escapes. Stops beyond `enough`. */
export function boundBytes(value: unknown, enough = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length * ESCAPED_UNIT_BYTES + 2
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  let bytes = 2
  if (Array.isArray(value)) {
    for (const one of value) {
      if (bytes > enough) return bytes
      bytes += boundBytes(one, enough - bytes) + 1
    }
    return bytes
  }
  const text = sharedJson(value)
  if (text !== undefined) return text.length * UNIT_BYTES
  for (const name in value) {
    if (bytes > enough) return bytes
    bytes += name.length + 4 + boundBytes((value as Record<string, unknown>)[name], enough - bytes)
  }
  return bytes
}

/** How many of the items fit, at least one. They are encoded only if the upper bound does not show that all fit. */
export function countFitting(items: readonly unknown[], bytes = ITEMS_BYTES, bound = boundBytes(items, bytes)): number {
  if (bound <= bytes) return items.length
  let total = 0
  for (const [index, item] of items.entries()) {
    total += Buffer.byteLength(jsonOf(item)) + 1
    if (total > bytes) return Math.max(index, 1)
  }
  return items.length
}

const jsonOf = (item: unknown): string =>
  (typeof item === 'object' && item !== null && sharedJson(item)) || JSON.stringify(item)

/** Processing anything shorter takes less than a millisecond. */
export const LONG_BYTES = 256 * 1024
/** A received body that takes more than a millisecond to parse. */
export const LONG_BODY_BYTES = 48 * 1024
/** 8,000 characters: parsing their mentions and hashtags takes a millisecond and more. */
const LONG_INPUT_BYTES = 48 * 1024

/** Whether work on a value needs a time slice of its own. */
export const isLong = (value: unknown): boolean => boundBytes(value, LONG_BYTES) > LONG_BYTES

export const isLongInput = (input: unknown): boolean => boundBytes(input, LONG_INPUT_BYTES) > LONG_INPUT_BYTES

/** The JSON of a value's compact form, inside a JSON string, and of the value itself; in slices if it is long. */
export async function encodeJsonTwice(
  slicer: TimeSlicer,
  value: object,
  compact: () => object,
  is_long: boolean,
): Promise<[text: Json, json: Json]> {
  if (is_long) await slicer.nextSlice()
  const json = encode(value)
  if (is_long) await slicer.nextSlice()
  return [encodeInString(compact()), json]
}

/** The JSON of a value as it is sent; in slices if it is long. */
export const encodeJson = (
  slicer: TimeSlicer,
  value: object,
  is_long: boolean,
): string | Buffer | Promise<string | Buffer> =>
  is_long ? slicer.nextSlice().then(() => encodeLong(slicer, encode(value))) : toBody(encode(value))

const CHUNK_CHARACTERS = 128 * 1024

/** Encodes long text as UTF-8 in slices; returns short text unchanged. */
export async function encodeLong(slicer: TimeSlicer, text: Json): Promise<string | Buffer> {
  if (typeof text !== 'string' || text.length <= LONG_BYTES) return toBody(text)
  await slicer.nextSlice()
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text))
  for (let at = 0, written = 0; at < text.length; ) {
    await slicer.nextSlice()
    const end = endOfChunk(text, at + CHUNK_CHARACTERS)
    written += bytes.write(text.slice(at, end), written)
    at = end
  }
  return bytes
}

/** Never between the two halves of a surrogate pair. */
const endOfChunk = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at)
