import type { Schema } from './schema.ts'

/**
 * Reads responses by their meaning (CHAL-107, CHAL-115 to CHAL-117). A response may be JSON as text, in a fenced code
 * block, in a wrapper, or with additional members; a number may be text. It is read only if it is unambiguous. The
 * result is a canonical text, the same for all responses with the same meaning, or `undefined` if none matches the
 * schema. Time and memory are limited by a budget of values and characters, whatever the response; nothing is thrown.
 */
export const readResponse = (response: unknown, schema: Schema): string | undefined =>
  read(response, schema, { budget: { left: BUDGET }, depth: 0 })

const BUDGET = 50_000
/** Maximum nesting of wrappers. */
const MOST_DEPTH = 4
/** Maximum members of a wrapper. */
const MOST_MEMBERS = 20

interface Reading {
  budget: { left: number }
  depth: number
}

function read(value: unknown, schema: Schema, reading: Reading): string | undefined {
  if (--reading.budget.left < 0) return undefined
  return readAsIs(value, schema, reading) ?? readUnwrapped(value, schema, reading)
}

function readAsIs(value: unknown, schema: Schema, reading: Reading): string | undefined {
  if (schema.type === 'array') return Array.isArray(value) ? readItems(value, schema.items, reading) : undefined
  if (schema.type === 'object') return readMembers(value, schema.properties, reading)
  if (typeof value === 'number' && Number.isFinite(value)) return readNumber(value, schema)
  if (typeof value !== 'string' || (reading.budget.left -= value.length) < 0) return undefined
  const text = withoutMarks(value.normalize('NFC'))
  if (schema.type === 'string') return JSON.stringify(text.replace(/\s+/g, ' ').toLowerCase())
  const digits = /^([+-]?)0*(\d{1,15})(?:\.0*)?$/.exec(text)
  return digits ? String(Number(`${digits[1]}${digits[2]}`) + 0) : undefined
}

function readNumber(value: number, { type }: Schema): string | undefined {
  if (type === 'string') return JSON.stringify(String(value))
  return Number.isSafeInteger(value) ? String(value + 0) : undefined
}

/** Without surrounding spaces, quotes and full stop, unless nothing else is left. */
export function withoutMarks(text: string): string {
  const trimmed = text.trim()
  let [start, end] = [0, trimmed.length]
  while (start < end && MARKS.test(trimmed[start]!)) start++
  while (end > start && (MARKS.test(trimmed[end - 1]!) || trimmed[end - 1] === '.')) end--
  return trimmed.slice(start, end) || trimmed
}

const MARKS = /["'`“”‘’\s]/

function readItems(items: readonly unknown[], schema: Schema, reading: Reading): string | undefined {
  const texts: string[] = []
  for (const item of items) {
    const text = read(item, schema, reading)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return `[${texts.join()}]`
}

/** Unknown members are ignored. */
function readMembers(value: unknown, properties: Record<string, Schema>, reading: Reading): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const texts: string[] = []
  for (const [name, schema] of Object.entries(properties)) {
    const text = Object.hasOwn(value, name)
      ? read((value as Record<string, unknown>)[name], schema, reading)
      : undefined
    if (text === undefined) return undefined
    texts.push(text)
  }
  return `{${texts.join()}}`
}

/** Looks inside a text or a wrapper, if exactly one value there matches. */
function readUnwrapped(value: unknown, schema: Schema, { budget, depth }: Reading): string | undefined {
  if (depth === MOST_DEPTH) return undefined
  const inner = { budget, depth: depth + 1 }
  if (typeof value === 'string') {
    const parsed = parse(value, budget)
    return parsed === undefined ? undefined : read(parsed, schema, inner)
  }
  if (value === null || typeof value !== 'object') return undefined
  const values = Object.values(value)
  if (values.length > MOST_MEMBERS || (Array.isArray(value) && values.length > 1)) return undefined
  const meanings = new Set(values.map(one => read(one, schema, inner)).filter(text => text !== undefined))
  return meanings.size === 1 ? [...meanings][0] : undefined
}

function parse(text: string, budget: Reading['budget']): unknown {
  return (budget.left -= text.length) < 0 ? undefined : jsonIn(text)
}

/**
 * JSON in a text: its only fenced code block, or the whole text; otherwise from the first to the last brace or bracket.
 */
export function jsonIn(text: string): unknown {
  const fenced = [...text.matchAll(/```[a-z0-9]*\s([^`]*)```/gi)].map(([, block]) => block!)
  const whole = fenced.length === 1 ? fenced[0]! : text
  const [part] = /[[{].*[\]}]/s.exec(whole) ?? []
  return parseJson(whole) ?? (part === undefined ? undefined : parseJson(part))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
