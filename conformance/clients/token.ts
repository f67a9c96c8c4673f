import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Data, HttpClient, Reply, RequestSpec } from './http.ts'
import { prefix } from './rest.ts'
import type { Identity } from './signing.ts'

export const tokenPath = `${prefix}/auth/token`
export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The claims of an assertion (TOKEN-12 to TOKEN-16). */
export function claimsFor(identity: Identity, audience: string): Data {
  const iat = Math.floor(Date.now() / 1000)
  return { sub: identity.agent_id, aud: audience, iat, exp: iat + 300, jti: randomUUID() }
}

export function signAssertion(claims: Data, key: Identity['privateKey'] | Uint8Array, alg = 'PS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(key)
}

function exchangeDemand(assertion: string, scope?: string): RequestSpec {
  const body = JSON.stringify({ grant_type: grantType, assertion, ...(scope === undefined ? {} : { scope }) })
  return { method: 'POST', path: tokenPath, body }
}

export const exchange = (http: HttpClient, assertion: string, scope?: string): Promise<Reply> =>
  http.send(exchangeDemand(assertion, scope))

/** Does not wait after a rate limit refusal. */
export const exchangeOnce = (http: HttpClient, assertion: string): Promise<Reply> =>
  http.sendOnce(exchangeDemand(assertion))
