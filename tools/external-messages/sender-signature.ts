import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { contentDigest } from '../../push/message-signature.ts'

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
const COMPONENT = '"[@a-z0-9-]{1,64}"'
const INPUT = new RegExp(
  `^([a-z][a-z0-9_-]{0,31})=(\\((${COMPONENT}(?: ${COMPONENT}){0,15})\\)((?:;[a-z]{1,16}=(?:\\d{1,12}|"[^"\\\\]{0,200}"))+))$`,
)
const PARAMETER = /;([a-z]+)=(?:(\d+)|"([^"]*)")/g
const SIGNATURE = /^([a-z][a-z0-9_-]{0,31})=:([A-Za-z0-9+/]{86}==):$/
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
  const input = INPUT.exec(String(headers['signature-input']))
  const signed = SIGNATURE.exec(String(headers.signature))
  const origin = readOrigin(headers['signature-agent'])
  if (!input || !signed || origin === undefined || input[1] !== signed[1]) return undefined
  const [, , parameters = '', list = '', rest = ''] = input
  const names = list.split(' ').map(name => name.slice(1, -1))
  const covered = headers['a2a-extensions'] === undefined ? COVERED : [...COVERED, 'a2a-extensions']
  if (new Set(names).size !== names.length || !covered.every(name => names.includes(name))) return undefined
  const given = Object.fromEntries(
    [...rest.matchAll(PARAMETER)].map(([, name, number, text]) => [name, number ?? text]),
  )
  const { alg, tag, keyid: key_id = '', nonce = '', created, expires } = given
  if (alg !== 'ed25519' || tag !== 'web-bot-auth' || key_id === '' || nonce.length < 16) return undefined
  const now_s = now.getTime() / 1_000
  const [from, expires_s] = [Number(created), Number(expires)]
  const isTimely = Math.abs(now_s - from) <= CLOCK_S && expires_s > now_s && expires_s - from <= LIFETIME_S
  if (!isTimely || headers['content-digest'] !== contentDigest(body)) return undefined
  const values: Record<string, unknown> = { ...headers, '@method': 'POST', '@target-uri': url }
  if (names.some(name => typeof values[name] !== 'string')) return undefined
  const lines = names.map(name => `"${name}": ${values[name]}`)
  const base = Buffer.from([...lines, `"@signature-params": ${parameters}`].join('\n'))
  return { origin, key_id, nonce, expires_s, base, signature: Buffer.from(signed[2]!, 'base64') }
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
