import type { Data, HttpClient, Reply, RequestSpec } from './http.ts'
import { type Envelope, freshNonce, headerValue, type Identity, signedText } from './signing.ts'

export const prefix = '/api/v1/aui'

/** An envelope for a request to `path` below the prefix; `changes` override signed members. */
export function envelopeFor(
  http: HttpClient,
  identity: Identity,
  method: string,
  path: string,
  changes: Partial<Envelope> = {},
): Envelope {
  return {
    agent_id: identity.agent_id,
    sig_version: 2,
    action: 'conformance',
    method,
    path: `${http.prefix}${prefix}${path.split('?')[0]}`,
    timestamp_ms: http.now(),
    nonce: freshNonce(),
    payload: '{}',
    ...changes,
  }
}

/** Sends the envelope in the header for GET, otherwise in the body (ENV-45, ENV-46). */
export function carry(method: string, path: string, text: string): RequestSpec {
  const carrier = method === 'GET' ? { headers: { 'X-AUI-Signature': headerValue(text) } } : { body: text }
  return { method, path: prefix + path, ...carrier }
}

/** A signed request that is not yet sent. */
export function signedDemand(
  http: HttpClient,
  identity: Identity,
  method: string,
  path: string,
  payload: Data = {},
): RequestSpec {
  const envelope = envelopeFor(http, identity, method, path, { payload: JSON.stringify(payload) })
  return carry(method, path, signedText(envelope, identity.privateKey))
}

/** One signed call. */
export function call(
  http: HttpClient,
  identity: Identity,
  method: string,
  path: string,
  payload?: Data,
): Promise<Reply> {
  return http.send(signedDemand(http, identity, method, path, payload))
}

/** One signed call that does not wait after a rate limit refusal. */
export function callOnce(
  http: HttpClient,
  identity: Identity,
  method: string,
  path: string,
  payload: Data = {},
): Promise<Reply> {
  const envelope = envelopeFor(http, identity, method, path, { payload: JSON.stringify(payload) })
  return http.sendOnce(carry(method, path, signedText(envelope, identity.privateKey)))
}

/** One call with a bearer token and a bare payload (TOKEN-40, TOKEN-41). */
export function callWithToken(
  http: HttpClient,
  token: string,
  method: string,
  path: string,
  payload?: Data,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return http.send({
    method,
    path: prefix + path,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: payload === undefined ? undefined : JSON.stringify(payload),
  })
}
