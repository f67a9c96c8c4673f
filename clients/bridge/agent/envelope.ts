import { type KeyObject, randomUUID } from 'node:crypto'
import { keyIdOf, signText } from '../keys.ts'
import { AUI, awayOf, type Demand, isAway, jsonOf, refusalOf, type Server } from '../server.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to `/api/v1/aui`, with its query. */
  path: string
  action: string
  payload?: object
}

/** A request signed by the agent: in the header for GET, otherwise in the body (ENV-16, ENV-45, ENV-46). */
function signCall(server: Server, agent_id: string, key: KeyObject, call: Call): Demand {
  const { method, path, action, payload = {} } = call
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
  return { ...demand, headers: { 'Content-Type': 'application/json' }, body: text }
}

/** Sends one signed request; errors are thrown. */
export async function sendSigned(server: Server, agent_id: string, key: KeyObject, call: Call) {
  const signal = AbortSignal.timeout(60_000)
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
