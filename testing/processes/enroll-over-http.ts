import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { newKeyPair } from '../values/key-pairs.ts'
import { signEnvelope } from '../values/test-signing.ts'

/** An agent that came to a running server as any other: over HTTP. */
export interface EnrolledAgent {
  agent_id: string
  handle: string
  privateKey: KeyObject
}

export function newAgentKey(): { privateKey: KeyObject; pem: string } {
  const { privateKey, publicKey: pem } = newKeyPair()
  return { privateKey: createPrivateKey(privateKey), pem }
}

export async function enrollOverHttp(url: string, handle = `test-${randomUUID().slice(0, 8)}`): Promise<EnrolledAgent> {
  const { privateKey, pem } = newAgentKey()
  const body = JSON.stringify({ handle, name: 'Somebody', public_key_pem: pem })
  const response = await fetch(`${url}/api/v1/aui/agents/enroll`, { method: 'POST', body })
  const { id } = (await response.json()) as { id: string }
  return { agent_id: id, handle, privateKey }
}

/** A signed request; on GET and DELETE the envelope is in the header. */
export function callAs(
  url: string,
  { agent_id, privateKey }: EnrolledAgent,
  method: string,
  target: string,
  payload: object = {},
): Promise<Response> {
  const { pathname: path } = new URL(url + target)
  const fresh = { action: 'test', timestamp_ms: Date.now(), nonce: randomUUID() }
  const envelope = signEnvelope({ agent_id, privateKey, method, path, payload, ...fresh })
  const isInHeader = method === 'GET' || method === 'DELETE'
  const proof: RequestInit = isInHeader ? { headers: { 'X-AUI-Signature': envelope } } : { body: envelope }
  return fetch(url + target, { method, ...proof })
}

export const assertionOf = (url: string, { agent_id, privateKey }: EnrolledAgent): Promise<string> =>
  new SignJWT({ sub: agent_id, aud: `${url}/api/v1/aui/auth/token`, jti: randomUUID() })
    .setProtectedHeader({ alg: 'PS256' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)

export async function tokenOf(url: string, agent: EnrolledAgent, scope: string): Promise<string> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const body = JSON.stringify({ grant_type, assertion: await assertionOf(url, agent), scope })
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/api/v1/aui/auth/token`, { method: 'POST', headers, body })
  return ((await response.json()) as { access_token: string }).access_token
}
