import { z } from 'zod'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { escapePointer } from '../../../tools/core/schemas.ts'
import { toKnownNames } from './argument-names.ts'
import {
  alternativeSpellings,
  booleanOf,
  enumValueLike,
  isEmptyValue,
  isNone,
  jsonOf,
  mayBeList,
  numberOf,
} from './coerce-value.ts'
import type { Coercion, CoercionKind } from './coercions.ts'
import { coreOf, isStray, notesOf } from './schema-notes.ts'

export interface ReadValue {
  value: unknown
  coercions: readonly Coercion[]
}

/** One coercion of a value: if `isFinal`, the result; otherwise it is coerced again by the schema. */
interface Candidate {
  kind: CoercionKind
  value: unknown
  isFinal?: true
}

/** Levels of nested texts and lists. */
const LAYERS = 3

const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success && !isStray(schema, value)

/**
 * Coerces each invalid member of an object by its schema if there is exactly one way, and leaves it unchanged
 * otherwise. An optional member that means absence is removed.
 */
export function readMembers(
  { shape }: z.ZodObject,
  given: Record<string, unknown>,
  { at = '', names = Object.keys(shape), layers = LAYERS }: { at?: string; names?: readonly string[]; layers?: number },
): { value: Record<string, unknown>; coercions: readonly Coercion[] } {
  const named = toKnownNames(names, given, at)
  const coercions = [...named.coercions]
  const entries = Object.entries(named.value).flatMap(([name, value]): [string, unknown][] => {
    const schema = names.includes(name) ? (shape[name] as z.ZodType) : undefined
    const read = schema && readMember(schema, value, `${at}/${escapePointer(name)}`, layers)
    if (!read) return [[name, value]]
    coercions.push(...read.coercions)
    return read.value === undefined ? [] : [[name, read.value]]
  })
  return { value: Object.fromEntries(entries), coercions }
}

/**
 * `undefined` if there is no way to coerce it, or more than one; a value of `undefined` means that it is to be removed.
 */
export function readMember(schema: z.ZodType, value: unknown, at: string, layers = LAYERS): ReadValue | undefined {
  if (fits(schema, value)) return { value, coercions: [] }
  const { isOptional, isChoice } = notesOf(schema)
  if (!isOptional) return readAs(schema, value, at, layers)
  if (value === null) return { value: undefined, coercions: [] }
  if (isEmptyValue(value) && !(isChoice && isNone(value)))
    return { value: undefined, coercions: [{ path: at, kind: 'nothing' }] }
  return readAs(schema, value, at, layers)
}

function readAs(schema: z.ZodType, value: unknown, at: string, layers: number): ReadValue | undefined {
  if (fits(schema, value)) return { value, coercions: [] }
  if (layers === 0) return undefined
  const core = coreOf(schema)
  if (core instanceof z.ZodUnion) return readAsOneOf(core.options as z.ZodType[], value, at, layers)
  const within = readWithin(core, value, at, layers - 1)
  if (within && fits(schema, within.value)) return within
  for (const candidate of candidatesFor(schema, core, value)) {
    const read = tryCandidate(schema, candidate, at, layers - 1)
    if (read) return read
  }
  return undefined
}

/** A number stays a number even if it is out of range: it is rejected as that number. */
function tryCandidate(schema: z.ZodType, { kind, value, isFinal }: Candidate, at: string, layers: number) {
  const read = isFinal ? undefined : readAs(schema, value, at, layers)
  if (read) return { value: read.value, coercions: [{ path: at, kind }, ...read.coercions] }
  return isFinal && (kind === 'number' || fits(schema, value)) ? { value, coercions: [{ path: at, kind }] } : undefined
}

/** The result, if all branches that accept the value agree on it. */
function readAsOneOf(options: readonly z.ZodType[], value: unknown, at: string, layers: number): ReadValue | undefined {
  const read = options.flatMap(option => {
    const one = readAs(option, value, at, layers - 1)
    return one && fits(option, one.value) ? [one] : []
  })
  const [first, ...others] = read
  return others.every(other => JSON.stringify(other.value) === JSON.stringify(first?.value)) ? first : undefined
}

function readWithin(core: z.ZodType, value: unknown, at: string, layers: number): ReadValue | undefined {
  if (core instanceof z.ZodArray && Array.isArray(value)) {
    if (value.length > RESOURCE_LIMITS.input_items.limit) return undefined
    const items = value.map((item, index) => readAs(core.element as z.ZodType, item, `${at}/${index}`, layers))
    if (items.some(item => item === undefined)) return undefined
    return { value: items.map(item => item?.value), coercions: items.flatMap(item => item?.coercions ?? []) }
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!(core instanceof z.ZodObject) || !isObject) return undefined
  return readMembers(core, value as Record<string, unknown>, { at, layers })
}

function candidatesFor(schema: z.ZodType, core: z.ZodType, value: unknown): Candidate[] {
  if (core instanceof z.ZodArray) return listCandidates(core, value)
  if (Array.isArray(value)) return value.length === 1 ? [{ kind: 'item', value: value[0] }] : []
  if (core instanceof z.ZodObject) return textCandidates(value)
  return scalarCandidates(schema, value)
}

function textCandidates(value: unknown): Candidate[] {
  const decoded = jsonOf(value)
  return decoded === undefined ? [] : [{ kind: 'json_text', value: decoded }]
}

/** A text that may contain several values is not a single one. */
function listCandidates({ element }: z.ZodArray, value: unknown): Candidate[] {
  const decoded = textCandidates(value)
  if (decoded.length > 0 || value === null || Array.isArray(value)) return decoded
  const isSeveral = typeof value === 'string' && mayBeList(value) && notesOf(element as z.ZodType).types.has('string')
  return isSeveral ? [] : [{ kind: 'list', value: [value] }]
}

function scalarCandidates(schema: z.ZodType, value: unknown): Candidate[] {
  const { types, enumTexts, isFormal } = notesOf(schema)
  const candidates: Candidate[] = []
  const add = (kind: CoercionKind, read: unknown) => {
    if (read !== undefined) candidates.push({ kind, value: read, isFinal: true })
  }
  if (types.has('number') || types.has('integer')) add('number', numberOf(value))
  if (types.has('boolean')) add('boolean', booleanOf(value))
  if (enumTexts.length > 0) add('spelling', enumValueLike(enumTexts, value))
  else if (isFormal) for (const text of alternativeSpellings(value)) add('spelling', text)
  return candidates
}
