import type { z } from 'zod'
import type { Tool } from '../../../tools/core/define-tool.ts'
import { escapePointer } from '../../../tools/core/schemas.ts'
import { isObject } from '../wire/json-rpc.ts'
import { ARGUMENT_NAME_CHARACTERS, toKnownNames } from './argument-names.ts'
import { enumValueLike, isEmptyValue, isNone, isNothingAtAll, jsonOf, lettersOf } from './coerce-value.ts'
import type { Coercion } from './coercions.ts'
import { type ReadValue, readMember, readMembers } from './read-value.ts'
import { isStray, notesOf } from './schema-notes.ts'

/** The arguments of one call, under the tool's own names. */
export interface ReadArguments {
  input: unknown
  /** The coercions so far. */
  coercions: Coercion[]
  /** The current value of a member. */
  member(name: string): unknown
  /** Coerces the members too, for an invalid input; `undefined` if that changes nothing. */
  coerce(input: unknown): unknown
}

/**
 * Normalizes the arguments as far as possible without validation: the wrapper, the names, and values that schemas
 * accept but tools reject. Names and cursors must be known before validation, since rate limits depend on them.
 */
export function readToolArguments(tool: Tool, given: unknown): ReadArguments {
  const { input, coercions } = readUnjudged(tool, given ?? {})
  let latest: unknown = input
  return {
    input,
    coercions,
    member: name => (isObject(latest) && Object.hasOwn(latest, name) ? latest[name] : undefined),
    coerce(input) {
      if (!isObject(input)) return undefined
      const read = readMembers(tool.input, input, { names: namesOf(tool).names })
      coercions.push(...read.coercions)
      if (read.coercions.length === 0) return undefined
      latest = read.value
      return read.value
    },
  }
}

function readUnjudged(tool: Tool, given: unknown): { input: unknown; coercions: Coercion[] } {
  if (isObject(given) && hasKnownNames(tool, given)) return readMeant(tool, given)
  const whole = readWhole(tool, given)
  if (!isObject(whole.value)) return { input: given, coercions: [] }
  const named = toKnownNames(namesOf(tool).names, underAlias(tool, whole.value), '')
  const { input, coercions } = readMeant(tool, named.value)
  return { input, coercions: [...whole.coercions, ...named.coercions, ...coercions] }
}

function readMeant(
  tool: Tool,
  given: Record<string, unknown>,
): { input: Record<string, unknown>; coercions: Coercion[] } {
  const meant = withoutNothings(tool, given)
  const { input, coercions } = readWide(tool, meant.input)
  return meant.coercions.length === 0 ? { input, coercions } : { input, coercions: [...meant.coercions, ...coercions] }
}

/**
 * Removes optional members with a text for absence, as if they had not been sent (MCP-260): an idempotency key `null`
 * would block the next post, and a profile would show `None`. The content of a post, comment or message stays
 * (MCP-200), and so does `none` for an argument of a write with few allowed values: dropping it would apply a default
 * that nobody requested.
 */
function withoutNothings(
  tool: Tool,
  given: Record<string, unknown>,
): { input: Record<string, unknown>; coercions: Coercion[] } {
  const { omissible, choices } = namesOf(tool)
  const isEmpty = (name: string, value: unknown) =>
    isNothingAtAll(value) && omissible.get(name)?.(value) === true && !(choices.has(name) && isNone(value))
  const empty = Object.keys(given).filter(name => isEmpty(name, given[name]))
  if (empty.length === 0) return { input: given, coercions: [] }
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !empty.includes(name)))
  return { input, coercions: empty.map((name): Coercion => ({ path: `/${escapePointer(name)}`, kind: 'nothing' })) }
}

function hasKnownNames(tool: Tool, given: Record<string, unknown>): boolean {
  const { known } = namesOf(tool)
  for (const name of Object.keys(given)) if (!known.has(name)) return false
  return true
}

interface Names {
  names: readonly string[]
  known: ReadonlySet<string>
  spellings: ReadonlySet<string>
  /** Optional members; each judges that a text for absence is not one of its values. */
  omissible: ReadonlyMap<string, (value: unknown) => boolean>
  /** Members of a write with few allowed values. */
  choices: ReadonlySet<string>
  /** Members whose schema accepts more than the tool. */
  wide: readonly (readonly [string, z.ZodType])[]
}

const readByTool = new WeakMap<Tool, Names>()

function namesOf(tool: Tool): Names {
  let read = readByTool.get(tool)
  if (!read) readByTool.set(tool, (read = findNames(tool)))
  return read
}

function findNames(tool: Tool): Names {
  const { restOnlyInputs, callOptions, effect } = tool
  const { shape } = tool.input
  const names = Object.keys(shape).filter(name => !restOnlyInputs.includes(name))
  const known = [...names, ...callOptions]
  const isWide = (schema: z.ZodType) => {
    const { isIssued, enumTexts } = notesOf(schema)
    return isIssued || (enumTexts.length > 0 && schema.safeParse('').success)
  }
  const members = names.map(name => [name, shape[name] as z.ZodType] as const)
  const isOmissible = ([name, schema]: readonly [string, z.ZodType]) => {
    return notesOf(schema).isOptional && name !== 'content'
  }
  const isNoValueOf = (schema: z.ZodType) => {
    const values = notesOf(schema).enumTexts.filter(isEmptyValue)
    return (value: unknown) => [value].flat().every(text => enumValueLike(values, text) === undefined)
  }
  return {
    names: known,
    omissible: new Map(members.filter(isOmissible).map(([name, schema]) => [name, isNoValueOf(schema)])),
    choices: new Set(
      members.filter(([, schema]) => effect !== 'read' && notesOf(schema).isChoice).map(([name]) => name),
    ),
    known: new Set(known),
    spellings: new Set(known.map(lettersOf)),
    wide: members.filter(([, schema]) => isWide(schema)),
  }
}

/** Levels of arguments in a text in a wrapper, from hosts that encode what their models have already encoded. */
const LAYERS = 3

/** Finds the object of arguments: in their JSON text, in a list of one, or in the only member. */
function readWhole(tool: Tool, given: unknown): ReadValue {
  const coercions: Coercion[] = []
  let value = given
  for (let layer = 0; layer < LAYERS; layer++) {
    const inner = unwrap(tool, value)
    if (!inner) break
    value = inner.value
    coercions.push({ path: '', kind: inner.kind })
  }
  return { value, coercions }
}

function unwrap(tool: Tool, value: unknown): { value: unknown; kind: Coercion['kind'] } | undefined {
  if (isEmptyValue(value)) return { value: {}, kind: 'nothing' }
  if (Array.isArray(value)) {
    if (value.length === 0) return { value: {}, kind: 'nothing' }
    return value.length === 1 && isObject(value[0]) ? { value: value[0], kind: 'item' } : undefined
  }
  if (isObject(value)) {
    const inner = wrappedIn(tool, value)
    return inner && { value: inner, kind: 'wrapper' }
  }
  const decoded = jsonOf(value)
  return decoded && { value: decoded, kind: 'json_text' }
}

/**
 * Unwraps an object that is the only member of another, under a name that is not an argument, if it has only the tool's
 * arguments: `{arguments: {...}}`, `{input: {...}}`, at most next to the tool's name.
 */
function wrappedIn(tool: Tool, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(given)
  if (entries.length === 0 || entries.length > 2 || entries.some(([name]) => isOwn(tool, name))) return undefined
  const [wrapped, ...others] = entries.map(([, value]) => value).filter(value => value !== tool.name)
  const inner = isObject(wrapped) ? wrapped : jsonOf(wrapped)
  if (others.length > 0 || !isObject(inner)) return undefined
  return Object.keys(inner).every(name => isOwn(tool, name)) ? inner : undefined
}

/** Whether a tool has an argument with this name, in any spelling. */
const isOwn = (tool: Tool, name: string) =>
  name.length <= ARGUMENT_NAME_CHARACTERS && namesOf(tool).spellings.has(lettersOf(name))

/**
 * Coerces members that the schema accepts and the tool rejects: undocumented values, and texts that are not cursors.
 */
function readWide(
  tool: Tool,
  given: Record<string, unknown>,
): { input: Record<string, unknown>; coercions: Coercion[] } {
  const coercions: Coercion[] = []
  let input = given
  for (const [name, schema] of namesOf(tool).wide) {
    if (!Object.hasOwn(input, name) || !isStray(schema, input[name])) continue
    const read = readMember(schema, input[name], `/${escapePointer(name)}`)
    if (!read) continue
    const { [name]: _, ...others } = input
    input = read.value === undefined ? others : { ...others, [name]: read.value }
    coercions.push(...read.coercions)
  }
  return { input, coercions }
}

/**
 * If a tool has `target_handle`, `handle` is accepted too (BLOCK-9, FOLLOW-15). If both are present and differ,
 * `handle` stays, for validation to reject.
 */
function underAlias({ input: { shape } }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  if (!('handle' in given) || !('target_handle' in shape) || 'handle' in shape) return given
  const { handle, ...others } = given
  const target_handle = others.target_handle ?? handle
  return handle === null || handle === target_handle ? { ...others, target_handle } : given
}
