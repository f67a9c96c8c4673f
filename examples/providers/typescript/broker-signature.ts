// What a provider checks of a call before it does anything, as the text of the extension at the broker asks.
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Call {
  headers: IncomingHttpHeaders
  /** The bytes that came. */
  body: Buffer
}

export interface Checks {
  /** The URL of the interface, as the card has it. */
  publicUrl: string
  /** Where the broker's keys are. */
  jwksUri: string
}

const COVERED = ['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version', 'a2a-extensions']
const INPUT =
  /^broker=(\(([^()]*)\);created=(\d+);expires=(\d+);nonce="([\w-]{16,64})";keyid="([\w-]{1,128})";alg="ed25519";tag="colloquy-broker")$/
const CLOCK_S = 90
const REMEMBERED_MS = 300_000
const REFETCH_MS = 10_000

/** The broker's keys, asked for again after five minutes, and sooner for one that is unknown. */
function openKeys(jwksUri: string): (id: string) => Promise<JsonWebKey | undefined> {
  let keys = new Map<string, JsonWebKey>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  return async id => {
    const age = Date.now() - fetchedAt
    if (age > REMEMBERED_MS || (!keys.has(id) && age > REFETCH_MS)) {
      fetchedAt = Date.now()
      const answer = await fetch(jwksUri, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
      const set = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] }
      keys = new Map(set.keys.map(key => [key.kid, key]))
    }
    return keys.get(id)
  }
}

/** Tells whether a nonce was seen in the last five minutes; it is from now on. */
function openNonces(): (nonce: string) => boolean {
  const nonces = new Map<string, number>()
  return nonce => {
    for (const [known, at] of nonces) {
      if (Date.now() - at < REMEMBERED_MS) break
      nonces.delete(known)
    }
    if (nonces.has(nonce)) return true
    nonces.set(nonce, Date.now())
    return false
  }
}

/** Answers what is wrong with a call, or nothing. */
export function openChecks({ publicUrl, jwksUri }: Checks) {
  const findKey = openKeys(jwksUri)
  const isSeen = openNonces()
  return async ({ headers, body }: Call): Promise<string | undefined> => {
    const input = INPUT.exec(String(headers['signature-input']))
    const [, signature = ''] = /^broker=:([\w+/]+={0,2}):$/.exec(String(headers.signature)) ?? []
    if (!input) return 'no signature of the broker'
    const [, parameters, list = '', created, expires, nonce = '', keyId = ''] = input
    const names = list.split(' ').map(name => name.slice(1, -1))
    if (!COVERED.every(name => names.includes(name))) return 'not everything is covered'
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    if (headers['content-digest'] !== digest) return 'another body'
    const now = Date.now() / 1000
    if (Math.abs(now - Number(created)) > CLOCK_S || now > Number(expires)) return 'too old'
    const jwk = await findKey(keyId).catch(() => undefined)
    if (!jwk) return 'an unknown key, or the keys of the broker cannot be read'
    const values: Record<string, unknown> = { ...headers, '@method': 'POST', '@target-uri': publicUrl }
    const lines = names.map(name => `"${name}": ${values[name]}`)
    const base = Buffer.from([...lines, `"@signature-params": ${parameters}`].join('\n'))
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    if (!verify(null, base, key, Buffer.from(signature, 'base64'))) return 'another signature'
    return isSeen(nonce) ? 'seen before' : undefined
  }
}
