import { z } from 'zod'
import { faulty } from '../../tools/core/problems/input-faults.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import type { JsonReading } from '../../tools/core/text/canonical-json.ts'
import type { Route } from './route.ts'

/** The tool's input from payload, query and path, in increasing precedence, under the tool's own names. */
export function toolInput(
  route: Route,
  payload: unknown,
  query: URLSearchParams,
  parameters: Record<string, string | undefined>,
): Record<string, unknown> {
  const input = underOwnNames(route, { ...(payload as object) })
  const rename = (name: string) => route.rename[name] ?? name
  if (route.method === 'GET') {
    requireNamedOnce(route, query)
    for (const [name, value] of query) {
      const shape = route.tool.input.shape[rename(name)]
      if (shape) input[rename(name)] = fromText(shape, value)
      else if (takesUnknown(route.tool.input)) input[name] = value
    }
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) input[rename(name)] = value
  return input
}

/**
 * Rejects an input that occurs more than once in the query, under one name or two: choosing a value would be a guess
 * (HTTP-65).
 */
function requireNamedOnce({ tool, rename }: Route, query: URLSearchParams): void {
  const seen = new Set<string>()
  for (const name of query.keys()) {
    const input = rename[name] ?? name
    if (seen.has(input) && input in tool.input.shape) throw faulty(name, 'must be specified at most once')
    seen.add(input)
  }
}

/** Copies members with this route's names to the tool's names, unless those are present; null counts as absent. */
function underOwnNames({ rename, aliases }: Route, members: Record<string, unknown>): Record<string, unknown> {
  const isGiven = (name: string) => Object.hasOwn(members, name) && members[name] !== null
  for (const [wire, name] of [...Object.entries(rename), ...Object.entries(aliases)]) {
    if (isGiven(wire) && !isGiven(name)) members[name] = members[wire]
  }
  return members
}

/** The raw value of an input by the tool's own name, for decisions before validation. */
export function requestInput(route: Route, members: unknown, query: URLSearchParams, name: string): unknown {
  if (route.method === 'GET') {
    const sent = [...query].findLast(([wire]) => (route.rename[wire] ?? wire) === name)
    if (sent) return sent[1]
  }
  return typeof members === 'object' && members !== null && Object.hasOwn(members, name)
    ? (members as Record<string, unknown>)[name]
    : undefined
}

/**
 * Whether a body is an envelope: a bare payload may have a member of one of these names, such as `signature` for a
 * wallet.
 */
export function isEnveloped(body: JsonReading): boolean {
  const members = bodyMembers(body)
  return typeof members === 'object' && members !== null && 'agent_id' in members && 'signature' in members
}

/** The JSON of a body; `undefined` if it cannot be parsed. */
export function bodyMembers(body: JsonReading): unknown {
  const read = body.value()
  return read.ok ? read.value : undefined
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

/** The JSON object of a body without an envelope. */
export function requireObject(body: JsonReading): Record<string, unknown> {
  const read = body.value()
  if (read.ok) return read.value as Record<string, unknown>
  const { reason, offset } = read
  if (reason === 'not an object') throw new Problem('malformed-json', 'The body must be a JSON object.')
  throw new Problem('malformed-json', `The body is not valid JSON: ${reason} at byte ${offset}.`)
}
