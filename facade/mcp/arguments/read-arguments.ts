import type { z } from 'zod'
import type { Tool } from '../../../tools/core/define-tool.ts'
import { escapePointer } from '../../../tools/core/schemas.ts'
import { isObject } from '../wire/json-rpc.ts'
import { ARGUMENT_NAME_CHARACTERS, toKnownNames } from './argument-names.ts'
import { isEmptyValue, isNone, isNothingAtAll, jsonOf, lettersOf } from './coerce-value.ts'
import type { Coercion } from './coercions.ts'
import { type ReadValue, readMember, readMembers } from './read-value.ts'
import { isStray, notesOf } from './schema-notes.ts'

/** The arguments of one call, in the tool's own names. */
export interface ReadArguments {
  input: unknown
  /** What was read as something else than it came as, so far. */
  coercions: Coercion[]
  /** A member as it is read by now. */
  member(name: string): unknown
  /** Reads the members too, which is for an input that does not fit; `undefined` where that changes nothing. */
  coerce(input: unknown): unknown
}

/**
 * What a call gave, read as far as that is seen without judging it: the whole, the names, and what schemas take and tools
 * refuse. Names and cursors count before anything is judged, in what a call is limited by.
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
 * Without the members that need not be given and say nothing, which are as if never sent (MCP-260): a key of idempotency
 * `null` would refuse the next post, and a profile show `None`. The words of a post, comment or message stay (MCP-200), and
 * so does `none` among the few words that a write takes: it would do what is the default, which nobody requested.
 */
function withoutNothings(
  tool: Tool,
  given: Record<string, unknown>,
): { input: Record<string, unknown>; coercions: Coercion[] } {
  const { omissible, choices } = namesOf(tool)
  const isEmpty = (name: string, value: unknown) =>
    omissible.has(name) && isNothingAtAll(value) && !(choices.has(name) && isNone(value))
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
  /** Members that need not be given, and that no word for nothing is the value of. */
  omissible: ReadonlySet<string>
  /** Members of a write that take a few words. */
  choices: ReadonlySet<string>
  /** Members of which the schema takes more than the tool. */
  wide: readonly (readonly [string, z.ZodType])[]
}

const readByTool = new WeakMap<Tool, Names>()

function namesOf(tool: Tool): Names {
  let read = readByTool.get(tool)
  if (!read) readByTool.set(tool, (read = findNames(tool)))
  return read
}

function findNames({ input: { shape }, restOnlyInputs, effect }: Tool): Names {
  const names = Object.keys(shape).filter(name => !restOnlyInputs.includes(name))
  const isWide = (schema: z.ZodType) => {
    const { isIssued, enumTexts } = notesOf(schema)
    return isIssued || (enumTexts.length > 0 && schema.safeParse('').success)
  }
  const members = names.map(name => [name, shape[name] as z.ZodType] as const)
  const isOmissible = ([name, schema]: readonly [string, z.ZodType]) => {
    const { isOptional, enumTexts } = notesOf(schema)
    return isOptional && name !== 'content' && !enumTexts.some(isEmptyValue)
  }
  return {
    names,
    omissible: new Set(members.filter(isOmissible).map(([name]) => name)),
    choices: new Set(
      members.filter(([, schema]) => effect !== 'read' && notesOf(schema).isChoice).map(([name]) => name),
    ),
    known: new Set(names),
    spellings: new Set(names.map(lettersOf)),
    wide: members.filter(([, schema]) => isWide(schema)),
  }
}

/** Arguments in a text in a wrapper: hosts that encode what their models have encoded. */
const LAYERS = 3

/** The object that the arguments are: from their JSON text, from a list of one, from the only member that there is. */
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
 * The object that is the only member of another, under a name that the tool does not have, with nothing but what the tool
 * has: `{arguments: {...}}`, `{input: {...}}`, beside the tool's name at most.
 */
function wrappedIn(tool: Tool, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(given)
  if (entries.length === 0 || entries.length > 2 || entries.some(([name]) => isOwn(tool, name))) return undefined
  const [wrapped, ...others] = entries.map(([, value]) => value).filter(value => value !== tool.name)
  const inner = isObject(wrapped) ? wrapped : jsonOf(wrapped)
  if (others.length > 0 || !isObject(inner)) return undefined
  return Object.keys(inner).every(name => isOwn(tool, name)) ? inner : undefined
}

/** Whether a tool has an argument of this name, in any spelling. */
const isOwn = (tool: Tool, name: string) =>
  name.length <= ARGUMENT_NAME_CHARACTERS && namesOf(tool).spellings.has(lettersOf(name))

/** Members that the schema takes and the tool refuses: other words than those it tells of, a cursor that is none. */
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
 * Where a tool says `target_handle`, `handle` is taken too (BLOCK-9, FOLLOW-15). Where both are given and differ,
 * `handle` stays, for validation to refuse.
 */
function underAlias({ input: { shape } }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  if (!('handle' in given) || !('target_handle' in shape) || 'handle' in shape) return given
  const { handle, ...others } = given
  const target_handle = others.target_handle ?? handle
  return handle === null || handle === target_handle ? { ...others, target_handle } : given
}
