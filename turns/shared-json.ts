import { stringifyJson } from './lossless-json.ts'

/** JSON as text, or as pieces of UTF-8 where much of it is known as such. */
export type Json = string | readonly Buffer[]

/** Of objects that are sent more than once: their JSON; behind a comma its bytes, and those that it has in a JSON string. */
const texts = new WeakMap<object, string>()
const encoded = new WeakMap<object, Buffer>()
const quoted = new WeakMap<object, Buffer>()

/** From now on its JSON is known; it is not to be changed any more. */
export function shareJson<Value extends object>(value: Value): Readonly<Value> {
  texts.set(value, JSON.stringify(value))
  return value
}

/** `undefined`: it is not known. */
export const sharedJson = (value: object): string | undefined => texts.get(value)

/** The JSON of an answer, of which lists may hold shared objects. */
export function encode(answer: object): Json {
  const parts = partsOf(answer)
  return parts ? parts.map(part => bytesOf(part, encoded, asItIs)) : stringifyJson(answer)
}

/** The JSON of an answer in a JSON string. */
export function encodeInString(answer: object): Json {
  const parts = partsOf(answer)
  if (!parts) return JSON.stringify(stringifyJson(answer))
  return json`"${parts.map(part => bytesOf(part, quoted, inString))}"`
}

/** JSON around JSON. */
export function json(around: TemplateStringsArray, ...values: Json[]): Json {
  if (values.every(value => typeof value === 'string')) return String.raw({ raw: around }, ...values)
  return around.flatMap((text, at) => [Buffer.from(text), ...piecesOf(values[at] ?? '')])
}

const piecesOf = (part: Json): readonly Buffer[] => (typeof part === 'string' ? [Buffer.from(part)] : part)

export const toBody = (all: Json): string | Buffer => (typeof all === 'string' ? all : Buffer.concat(all))

export const sizeOf = (all: Json): number =>
  typeof all === 'string' ? Buffer.byteLength(all) : all.reduce((sum, piece) => sum + piece.length, 0)

const asItIs = (text: string) => text
const inString = (text: string) => JSON.stringify(text).slice(1, -1)

/** What is written of an answer itself, or a shared item of a list of it. */
type Part = string | { item: object; isFirst: boolean }

function bytesOf(part: Part, kept: WeakMap<object, Buffer>, write: (text: string) => string): Buffer {
  if (typeof part === 'string') return Buffer.from(write(part))
  const { item, isFirst } = part
  let bytes = kept.get(item)
  if (!bytes) {
    bytes = Buffer.from(`,${write(texts.get(item)!)}`)
    kept.set(item, bytes)
  }
  return isFirst ? bytes.subarray(1) : bytes
}

/** Whether most of its JSON may be known. */
const hasShared = (answer: object): boolean => Object.values(answer).some(holdsShared)

/** `undefined`: it has no shared objects. */
function partsOf(answer: object): Part[] | undefined {
  if (!hasShared(answer)) return undefined
  const parts: Part[] = []
  let text = ''
  for (const [name, member] of Object.entries(answer)) {
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
