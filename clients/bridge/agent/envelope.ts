import { type KeyObject, randomUUID } from 'node:crypto'
import { keyIdOf, signText } from '../keys.ts'
import { AUI, awayOf, type Demand, isAway, jsonOf, refusalOf, type Server } from '../server.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to `/api/v1/aui`, with its query. */
  path: string
  action: string
  payload?: object
  /** The body, whose digest the payload has (MOVE-1). */
  archive?: Buffer
}

export const PING = { method: 'POST', path: '/ping', action: 'ping' } as const

/** A request signed by the agent: in the header for GET and archives, otherwise in the body (ENV-16, ENV-45, ENV-46). */
function signCall(server: Server, agent_id: string, key: KeyObject, call: Call): Demand {
  const { method, path, action, payload = {}, archive } = call
  const key_id = keyIdOf(key)
  const signed = {
    agent_id,
    ...(key_id && { key_id }),
    sig_version: 2,
    action,
    method,
    path: `${server.prefix}${AUI}${path.split('?')[0]}`,
    timestamp_ms: server.now(),
    nonce: randomUUID(),
    payload,
  }
  const text = JSON.stringify({ ...signed, signature: signText(JSON.stringify(signed), key) })
  const demand = { method, path: `${AUI}${path}` }
  if (method === 'GET') return { ...demand, headers: { 'X-AUI-Signature': text } }
  if (archive) return { ...demand, headers: { ...ARCHIVE_TYPE, 'X-AUI-Signature': text }, body: archive }
  return { ...demand, headers: { 'Content-Type': 'application/json' }, body: text }
}

const ARCHIVE_TYPE = { 'Content-Type': 'application/gzip' }

const TIMEOUT_MS = 60_000
/** Verifying thousands of signatures takes a while. */
const ARCHIVE_TIMEOUT_MS = 300_000

/** Sends one signed request; errors are thrown. */
export async function sendSigned(server: Server, agent_id: string, key: KeyObject, call: Call) {
  const signal = AbortSignal.timeout(call.archive ? ARCHIVE_TIMEOUT_MS : TIMEOUT_MS)
  return await jsonOf(server.base, await openSigned(server, agent_id, key, call, { signal }))
}

/** The same, for a response whose body the caller reads. */
export async function openSigned(
  server: Server,
  agent_id: string,
  key: KeyObject,
  call: Call,
  { headers, signal }: Pick<Demand, 'headers' | 'signal'>,
): Promise<Response> {
  const demand = signCall(server, agent_id, key, call)
  const response = await server.send({
    ...demand,
    headers: { ...demand.headers, ...headers },
    ...(signal && { signal }),
  })
  if (isAway(response.status)) throw await awayOf(server.base, response)
  if (!response.ok) throw await refusalOf(server.base, response)
  return response
}
