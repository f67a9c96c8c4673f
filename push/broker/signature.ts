import { contentDigest, type SigningKey, signMessage, targetUri } from '../message-signature.ts'

export interface UnsignedRequest {
  url: string
  body: Buffer
  /** By lower-case name; contains all of `SIGNED_HEADERS`. */
  headers: Readonly<Record<string, string>>
}

const SIGNED_HEADERS = ['content-type', 'a2a-version', 'a2a-extensions']
const LIFETIME_S = 60

/** The headers that authenticate a POST (BROKER-21 to BROKER-23). `nonce` is 16 bytes. */
export function signRequest(
  { url, body, headers }: UnsignedRequest,
  key: SigningKey,
  at: { now: Date; nonce: Buffer },
): Record<string, string> {
  const digest = contentDigest(body)
  const covered = {
    '"@method"': 'POST',
    '"@target-uri"': targetUri(new URL(url)),
    '"content-digest"': digest,
    ...Object.fromEntries(SIGNED_HEADERS.map(name => [`"${name}"`, headers[name] ?? ''])),
  }
  const signed = { label: 'broker', covered, ...at, lifetimeS: LIFETIME_S, tag: 'colloquy-broker' }
  return { 'content-digest': digest, ...signMessage(signed, key) }
}
