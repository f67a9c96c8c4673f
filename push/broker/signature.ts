import { createHash, type KeyObject, sign } from 'node:crypto'

export interface BrokerKey {
  /** The key's thumbprint (RFC 7638). */
  id: string
  /** Ed25519. */
  privateKey: KeyObject
}

export interface UnsignedRequest {
  url: string
  body: Buffer
  /** By lower-case name; contains all of `SIGNED_HEADERS`. */
  headers: Readonly<Record<string, string>>
}

const SIGNED_HEADERS = ['content-type', 'a2a-version', 'a2a-extensions']
const COMPONENTS = ['@method', '@target-uri', 'content-digest', ...SIGNED_HEADERS]
const LIFETIME_S = 60

/**
 * The headers that authenticate a POST (BROKER-21 to BROKER-23): RFC 9421 over the digest of RFC 9530. `nonce` is 16
 * bytes.
 */
export function signRequest(
  { url, body, headers }: UnsignedRequest,
  { id, privateKey }: BrokerKey,
  { now, nonce }: { now: Date; nonce: Buffer },
): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const created = Math.floor(now.getTime() / 1000)
  const covered = COMPONENTS.map(name => `"${name}"`).join(' ')
  const times = `created=${created};expires=${created + LIFETIME_S}`
  const parameters = `(${covered});${times};nonce="${nonce.toString('base64url')}";keyid="${id}";alg="ed25519";tag="colloquy-broker"`
  const values: Record<string, string | undefined> = {
    ...headers,
    '@method': 'POST',
    '@target-uri': targetUri(url),
    'content-digest': digest,
  }
  const lines = COMPONENTS.map(name => `"${name}": ${values[name]}`)
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n')
  return {
    'content-digest': digest,
    'signature-input': `broker=${parameters}`,
    signature: `broker=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
  }
}

/** As in the request line: without the `?` of an empty query. */
export function targetUri(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search}`
}
