import { createHash, type KeyObject, sign } from 'node:crypto'

export interface SigningKey {
  /** The key's thumbprint (RFC 7638). */
  id: string
  /** Ed25519. */
  privateKey: KeyObject
}

export interface MessageSignature {
  label: string
  /** What is signed, in order: each identifier as it is written, with its parameters, and its value. */
  covered: Readonly<Record<string, string>>
  now: Date
  lifetimeS: number
  nonce?: Buffer
  tag: string
}

/** The two headers of a signature of RFC 9421. */
export function signMessage(
  { label, covered, now, lifetimeS, nonce, tag }: MessageSignature,
  { id, privateKey }: SigningKey,
): { 'signature-input': string; signature: string } {
  const created = Math.floor(now.getTime() / 1000)
  const times = `created=${created};expires=${created + lifetimeS}`
  const once = nonce ? `;nonce="${nonce.toString('base64url')}"` : ''
  const parameters = `(${Object.keys(covered).join(' ')});${times}${once};keyid="${id}";alg="ed25519";tag="${tag}"`
  const lines = Object.entries({ ...covered, '"@signature-params"': parameters })
  const base = Buffer.from(lines.map(([name, value]) => `${name}: ${value}`).join('\n'))
  const signature = sign(null, base, privateKey).toString('base64')
  return { 'signature-input': `${label}=${parameters}`, signature: `${label}=:${signature}:` }
}

/** RFC 9530. */
export const contentDigest = (body: Buffer): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** As in the request line: without the `?` of an empty query. */
export const targetUri = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`
