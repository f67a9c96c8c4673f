import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { contentDigest } from '../../push/message-signature.ts'
import { readHttpSignature, signatureBase, WEB_BOT_AUTH_TAG } from '../core/network/http-signature.ts'

/** A call of an A2A client elsewhere, as it arrived. */
export interface SenderCall {
  /** The public URL that it was sent to. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a call claims about itself; nothing of it is proven. */
export interface ClaimedSignature {
  /** Of the key directory. */
  origin: string
  key_id: string
  nonce: string
  expires_s: number
  base: Buffer
  signature: Buffer
}

const COVERED = ['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version', 'signature-agent']
const CLOCK_S = 90
const LIFETIME_S = 300

/** An https origin, as `Signature-Agent` names it; `undefined`: another form. */
function readOrigin(header: unknown): string | undefined {
  const [, origin = ''] = /^"(https:\/\/[^"]{1,253})"$/.exec(String(header)) ?? []
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : undefined
}

/**
 * Reads the signature of RFC 9421 on a call, with the profile of Web Bot Auth (EXT-3): one Ed25519 signature that covers the
 * method, the URL, the digest of the body and who signs, and is at most 90 seconds old. `undefined`: there is no such one.
 */
export function readSenderSignature({ url, headers, body }: SenderCall, now: Date): ClaimedSignature | undefined {
  const claimed = readHttpSignature(headers, WEB_BOT_AUTH_TAG)
  const origin = readOrigin(headers['signature-agent'])
  if (typeof claimed !== 'object' || claimed.count > 1 || origin === undefined) return undefined
  const required = headers['a2a-extensions'] === undefined ? COVERED : [...COVERED, 'a2a-extensions']
  if (!required.every(name => claimed.covered.includes(name))) return undefined
  const { alg, keyid: key_id = '', nonce = '', created, expires } = claimed.parameters
  if (alg !== 'ed25519' || key_id === '' || nonce.length < 16) return undefined
  const now_s = now.getTime() / 1_000
  const [from, expires_s] = [Number(created), Number(expires)]
  const isTimely = Math.abs(now_s - from) <= CLOCK_S && expires_s > now_s && expires_s - from <= LIFETIME_S
  if (!isTimely || headers['content-digest'] !== contentDigest(body)) return undefined
  const base = signatureBase(claimed, { ...headers, '@method': 'POST', '@target-uri': url })
  return base && { origin, key_id, nonce, expires_s, base, signature: claimed.signature }
}

/** An Ed25519 key of a directory; its id is its thumbprint (RFC 7638). */
export interface SenderKey extends JsonWebKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
}

export const thumbprintOf = ({ crv, kty, x }: SenderKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')

export const isSignedWith = ({ base, signature }: ClaimedSignature, key: SenderKey): boolean =>
  verify(null, base, createPublicKey({ key, format: 'jwk' }), signature)
