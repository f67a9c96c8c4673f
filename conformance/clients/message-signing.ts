import { createHash, createPublicKey, sign } from 'node:crypto'
import type { DeviceKey } from './device-keys.ts'
import type { Data, RequestSpec } from './http.ts'
import { prefix } from './rest.ts'
import { freshNonce } from './signing.ts'

/** What a signature of RFC 9421 says; `created` and `expires` in seconds. */
export type MessageParameters = {
  created?: number | undefined
  expires?: number | undefined
  nonce?: string | undefined
  keyid?: string | undefined
  alg?: string | undefined
  tag?: string | undefined
}

export type MessageTerms = { covered?: string[]; changes?: MessageParameters; label?: string }

type Signer = { publicUrl: string; http: { now: () => number } }

/** RFC 7638, of an Ed25519 key. */
export function thumbprint({ privateKey }: DeviceKey): string {
  const { crv, kty, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
}

/** RFC 9530. */
export const digestOfBody = (body: string) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** A request that is signed with the profile of Web Bot Auth (SIGN-30). */
export function requestByMessage(
  { publicUrl, http }: Signer,
  key: DeviceKey,
  [method, path, payload]: readonly [string, string, Data?],
  { covered, changes = {}, label = 'sig1' }: MessageTerms = {},
): RequestSpec & { headers: Record<string, string> } {
  const body = payload && JSON.stringify(payload)
  const created = Math.floor(http.now() / 1_000)
  const times = { created, expires: created + 60 }
  const given = {
    ...times,
    nonce: freshNonce(),
    keyid: thumbprint(key),
    alg: 'ed25519',
    tag: 'web-bot-auth',
    ...changes,
  }
  const url = new URL(`${publicUrl}${prefix}${path}`)
  const values: Record<string, string> = {
    ...{ '@method': method, '@target-uri': url.href, '@authority': url.host, '@path': url.pathname },
    ...{ '@query': url.search || '?', ...(body !== undefined && { 'content-digest': digestOfBody(body) }) },
  }
  const names = covered ?? ['@method', '@target-uri', ...(body === undefined ? [] : ['content-digest'])]
  const parameters = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `;${name}=${typeof value === 'number' ? value : `"${value}"`}`)
  const input = `(${names.map(name => `"${name}"`).join(' ')})${parameters.join('')}`
  const base = [...names.map(name => `"${name}": ${values[name]}`), `"@signature-params": ${input}`].join('\n')
  const signature = sign(null, Buffer.from(base), key.privateKey).toString('base64')
  const headers = {
    ...(body !== undefined && { 'content-digest': digestOfBody(body), 'content-type': 'application/json' }),
    ...{ 'signature-input': `${label}=${input}`, signature: `${label}=:${signature}:` },
  }
  return { method, path: prefix + path, headers, ...(body !== undefined && { body }) }
}
