import { z } from 'zod'
import { faulty } from '../../tools/core/problems/input-faults.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import type { JsonReading } from '../../tools/core/text/canonical-json.ts'
import type { SentInput } from '../../tools/execute.ts'
import type { Route } from './route.ts'

/** The input of a request under the tool's names, and what is wrong with it already. */
export interface RestInput extends SentInput {
  values: Record<string, unknown>
}

/** Payload, then query, then path; each under the tool's own names. */
export function readInput(
  route: Route,
  payload: { values: object; fault?: Problem | undefined },
  query: URLSearchParams,
  parameters: Record<string, string | undefined>,
): RestInput {
  const values = underOwnNames(route, { ...payload.values })
  const rename = (name: string) => route.rename[name] ?? name
  let { fault } = payload
  fault ??= readOptions(route, query, values)
  if (route.method === 'GET') {
    fault ??= namedTwice(route, query)
    for (const [name, value] of query) {
      const shape = route.tool.input.shape[rename(name)]
      if (shape) values[rename(name)] = fromText(shape, value)
      else if (takesUnknown(route.tool.input)) values[name] = value
    }
  }
  for (const name in parameters) if (parameters[name] !== undefined) values[rename(name)] = parameters[name]
  return { values, fault }
}

/** A call option in the query of a GET; elsewhere it would be ignored, and the call done, so it is refused (DRY-8). */
function readOptions({ tool, method }: Route, query: URLSearchParams, values: Record<string, unknown>) {
  const named = tool.callOptions.filter(name => query.has(name))
  if (method !== 'GET') return named[0] && faulty(named[0], 'must be a member of the body')
  for (const name of named) values[name] = OPTION_VALUES.get(query.get(name)!) ?? query.get(name)
  return undefined
}

const OPTION_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** Refuses an input that the query names more than once, under one name or two: either value would be a guess (HTTP-65). */
function namedTwice({ tool, rename }: Route, query: URLSearchParams): Problem | undefined {
  const seen = new Set<string>()
  for (const name of query.keys()) {
    const input = rename[name] ?? name
    if (seen.has(input) && input in tool.input.shape) return faulty(name, 'must be specified at most once')
    seen.add(input)
  }
  return undefined
}

/** Copies members with this route's names to the tool's names, unless those are present; null counts as absent. */
function underOwnNames({ rename, aliases }: Route, members: Record<string, unknown>): Record<string, unknown> {
  const isGiven = (name: string) => Object.hasOwn(members, name) && members[name] !== null
  for (const [wire, name] of [...Object.entries(rename), ...Object.entries(aliases)]) {
    if (isGiven(wire) && !isGiven(name)) members[name] = members[wire]
  }
  return members
}

/** Whether a body is an envelope: a bare payload may well have a member of one of these names, `signature` for a wallet. */
export function isEnveloped(body: JsonReading): boolean {
  const read = body.value()
  return read.ok && 'agent_id' in (read.value as object) && 'signature' in (read.value as object)
}

/** Renames the pointers of a validation error to the names that the client used. */
export function toWireNames({ rename, aliases }: Route, input: Record<string, unknown>, error: unknown): unknown {
  if (!(error instanceof Problem) || error.members.errors === undefined) return error
  const used = Object.entries(aliases).filter(
    ([alias, name]) => Object.hasOwn(input, alias) && input[alias] === input[name],
  )
  const wireNames = new Map([...Object.entries(rename), ...used].map(([wire, name]) => [name, wire]))
  const errors = error.members.errors.map(fault => {
    const [, name = '', ...rest] = fault.pointer.split('/')
    return { ...fault, pointer: ['', wireNames.get(name) ?? name, ...rest].join('/') }
  })
  return new Problem(error.slug, error.message, { ...error.members, errors })
}

/** A tool that validates unknown names itself receives them. */
const takesUnknown = ({ def }: z.ZodObject): boolean => def.catchall !== undefined

/** Converts a query value to a type of the input; text that cannot be converted stays, for validation to reject. */
function fromText(shape: unknown, value: string): unknown {
  const types = jsonTypes.get(shape as object) ?? remember(shape as z.ZodType)
  if ((types.has('integer') || types.has('number')) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const jsonTypes = new WeakMap<object, ReadonlySet<unknown>>()

function remember(shape: z.ZodType): ReadonlySet<unknown> {
  const { type, anyOf = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  const types = new Set([type, ...anyOf.map(one => (one as { type?: string }).type)])
  jsonTypes.set(shape, types)
  return types
}

/** The JSON object of a body that carries no envelope. */
export function readBare(body: JsonReading): RestInput {
  const read = body.value()
  if (read.ok) return { values: read.value as Record<string, unknown> }
  const { reason, offset } = read
  const detail =
    reason === 'not an object'
      ? 'The body must be a JSON object.'
      : `The body is not valid JSON: ${reason} at byte ${offset}.`
  return { values: {}, fault: new Problem('malformed-json', detail) }
}
