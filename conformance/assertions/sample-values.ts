import { ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import { UNMADE, VALUES } from '../resources/index.ts'
import type { World } from '../world.ts'
import type { Operation, Schema } from './operations.ts'
import { requireStatus } from './problems.ts'

/** Valid values by parameter or member name, including those of the families. */
export type Values = Record<string, () => unknown>

/** Routes whose parameter is named differently from the tool's argument (FIND-1, AGENT-4). */
const argumentNames: Record<string, string[]> = { identifier: ['handle', 'space_handle'], q: ['query'] }

export async function soundValues(world: World, caller: Identity): Promise<Values> {
  const bob = await world.agent('bob')
  const content = world.text('to be read #sound')
  const post = requireStatus(await world.call(bob, 'POST', '/posts', { content }), 201).data
  const comment = requireStatus(await world.call(bob, 'POST', `/posts/${post.id}/comments`, { content }), 201).data
  // The space has the agent's handle: an identifier can name either.
  const space = await world.call(bob, 'POST', '/spaces', { handle: bob.handle, name: 'Sound' })
  ok([201, 409].includes(space.status), space.describe())
  const ask = async (method: string, path: string, payload: Data) => {
    const reply = await world.call(caller, method, path, payload)
    ok(reply.status < 300, reply.describe())
    return reply.data
  }
  const known: Record<string, unknown> = { ...UNMADE }
  for (const values of VALUES) Object.assign(known, await values(ask))
  return {
    ...Object.fromEntries(Object.entries(known).map(([name, value]) => [name, () => value])),
    comment_id: () => comment.id,
    address: () => `0x${'5'.repeat(40)}`,
    content: () => world.text('sound'),
    handle: () => bob.handle,
    identifier: () => bob.handle,
    issued_at: () => new Date().toISOString(),
    limit: () => 2,
    name: () => 'Sound',
    page: () => 1,
    post_id: () => post.id,
    public_key_pem: () => caller.public_key_pem,
    q: () => 'conformance',
    query: () => 'conformance',
    space_handle: () => bob.handle,
    reaction_type: () => 'like',
    signature: () => `0x${'1'.repeat(130)}`,
    tag: () => 'sound',
    idempotency_key: () => randomUUID(),
  }
}

/** The required members, as far as known. */
export function requiredOf({ required = [] }: Schema, values: Values): Record<string, unknown> {
  return Object.fromEntries(required.map(name => [name, values[name]?.() ?? 'x']))
}

/** Path and query of an operation, from `given` and otherwise the valid values for required parameters. */
export function addressOf(operation: Operation, values: Values, given: Record<string, unknown> = {}): string {
  const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed())
  const own: Record<string, string> = operation.isOfCaller ? { identifier: 'me' } : {}
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    encode(given[name] ?? own[name] ?? values[name]?.() ?? 'x'),
  )
  const query = operation.parameters
    .filter(parameter => parameter.in === 'query')
    .map(({ name, required }) => [name, given[name] ?? (required ? values[name]?.() : undefined)])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encode(value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

export const argumentOf = (parameter: string, schema: Schema): string =>
  [parameter, ...(argumentNames[parameter] ?? [])].find(name => schema.properties?.[name]) ?? parameter
