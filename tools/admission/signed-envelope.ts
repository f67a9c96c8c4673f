import { Buffer, isUtf8 } from 'node:buffer'
import { MINUTE } from '../core/durations.ts'
import { isUuid } from '../core/schemas.ts'
import type { CanonicalDocument, JsonReading } from '../core/text/canonical-json.ts'

type SignedContent = {
  /** In lower case, for lookups; the message has it as received. */
  readonly agent_id: string
  readonly action: string
  readonly timestamp_ms: number
  readonly signature: Buffer
  /** The payload as signed: compact, with lexemes and key order as received. */
  readonly payload_text: string
  /** `payload_text` parsed, on first access. */
  readonly payload: unknown
  /** The canonical message that is signed. */
  readonly message: Buffer
}
export type EnvelopeV1 = SignedContent & {
  readonly sig_version: 1
  readonly method?: undefined
  readonly path?: undefined
  readonly nonce?: undefined
  readonly key_id?: undefined
}
export type EnvelopeV2 = SignedContent & {
  readonly sig_version: 2
  readonly method: string
  readonly path: string
  readonly nonce: string
  /** The fingerprint of the secondary key that signed; absent: the primary key. */
  readonly key_id: string | undefined
}
export type Envelope = EnvelopeV1 | EnvelopeV2
export type EnvelopeRefusal = {
  readonly ok: false
  readonly failure: 'missing' | 'malformed' | 'version-unsupported' | 'nonce-required'
  readonly member?: string
  readonly reason: string
  readonly hint?: string
}
export type ParsedEnvelope = { readonly ok: true; readonly envelope: Envelope } | EnvelopeRefusal

/** Maximum difference between `timestamp_ms` and the server's time (ENV-62). */
export const FRESH_MS = 5 * MINUTE

/** The members of the canonical message in order (ENV-16, ENV-120). */
const SIGNED_MEMBERS = {
  1: ['agent_id', 'action', 'timestamp_ms', 'payload'],
  2: ['agent_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload'],
  byKeyId: ['agent_id', 'key_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload'],
}
const KEY_ID = /^"[0-9a-f]{64}"$/
const INTEGER = /^-?[0-9]+$/
const ACTION = /^\P{Cc}{0,128}$/u
const NONCE = /^\P{Cc}{1,256}$/u
const ESCAPE = /%[0-9a-fA-F]{2}/g
const UNRESERVED = /[A-Za-z0-9._~-]/
const NON_ASCII = /[^\0-\x7f]+/g

type Members = CanonicalDocument['members']

/**
 * The checks of ENV-88 to ENV-90 on the JSON of a body or header. Everything that requires a clock, a key, the request
 * or the database is the caller's task: the sunset of version 1, freshness, method and path, signature, replay.
 */
export function parseEnvelope(reading: JsonReading, method: string): ParsedEnvelope {
  const document = reading.document()
  if (!document.ok) {
    if (document.reason === 'empty document') return refuseMissing()
    const reason = `the envelope is not usable JSON: ${document.reason} at byte ${document.offset}`
    return { ok: false, failure: 'malformed', reason }
  }
  const { members } = document
  if (!members.has('agent_id') && !members.has('signature')) return refuseMissing()
  const content = readContent(members, method)
  if ('failure' in content) return content
  const version = members.get('sig_version') ?? '1'
  if (version === '1') return { ok: true, envelope: new CompleteEnvelope(members, content, undefined) as EnvelopeV1 }
  if (version !== '2') {
    return refuse('version-unsupported', 'sig_version', 'is not a supported version', 'send the number 2')
  }
  const route = readRoute(members)
  return 'failure' in route
    ? route
    : { ok: true, envelope: new CompleteEnvelope(members, content, route) as EnvelopeV2 }
}

type Content = Pick<Envelope, 'agent_id' | 'action' | 'timestamp_ms' | 'signature'>
type Route = Pick<EnvelopeV2, 'method' | 'path' | 'nonce' | 'key_id'>

function readContent(members: Members, method: string): Content | EnvelopeRefusal {
  const agentId = readString(members, 'agent_id')
  if (agentId === undefined || !isUuid(agentId)) {
    return refuse('malformed', 'agent_id', 'is not a UUID', 'send the id returned by the enrollment, not the handle')
  }
  const encoded = readString(members, 'signature')
  const signature = encoded === undefined ? undefined : decodeSignature(encoded)
  if (signature === undefined) {
    return refuse('malformed', 'signature', 'is not base64url without padding', 'use - and _, and remove all = padding')
  }
  const action = readString(members, 'action')
  if (action === undefined || !ACTION.test(action)) {
    return refuse('malformed', 'action', 'is not a string of at most 128 characters without control characters')
  }
  const timestamp = members.get('timestamp_ms')
  if (timestamp === undefined || !INTEGER.test(timestamp)) {
    const hint = 'send epoch milliseconds as a number without a fraction or exponent'
    return refuse('malformed', 'timestamp_ms', 'is not an integer', hint)
  }
  const payload = members.get('payload')
  if (!payload?.startsWith('{')) {
    return refuse('malformed', 'payload', 'is not an object', 'send and sign {} if there is no payload')
  }
  if (method === 'GET' && payload !== '{}') {
    return refuse('malformed', 'payload', 'of a GET request is not {}', 'put parameters in the query string, unsigned')
  }
  return { agent_id: agentId.toLowerCase(), action, timestamp_ms: Number(timestamp), signature }
}

function readRoute(members: Members): Route | EnvelopeRefusal {
  const method = readString(members, 'method')
  if (method === undefined) return refuse('malformed', 'method', 'is not a string')
  const path = readString(members, 'path')
  if (path === undefined) return refuse('malformed', 'path', 'is not a string')
  const nonce = readString(members, 'nonce')
  if (nonce === undefined || !NONCE.test(nonce)) {
    const reason = 'is not a string of 1 to 256 characters without control characters'
    return refuse('nonce-required', 'nonce', reason, 'send a new random value of 128 bits with each request')
  }
  const keyId = members.get('key_id')
  if (keyId === undefined) return { method, path, nonce, key_id: undefined }
  if (!KEY_ID.test(keyId)) {
    return refuse('malformed', 'key_id', 'is not a key fingerprint', 'send 64 hex digits, or leave it out')
  }
  return { method, path, nonce, key_id: keyId.slice(1, -1) }
}

// A class that parses the payload lazily: an object spread or a getter costs 2 µs, and an invalid signature need not
// pay for parsing.
class CompleteEnvelope {
  readonly agent_id: string
  readonly sig_version: 1 | 2
  readonly action: string
  readonly method: string | undefined
  readonly path: string | undefined
  readonly timestamp_ms: number
  readonly nonce: string | undefined
  readonly key_id: string | undefined
  readonly signature: Buffer
  readonly payload_text: string
  readonly message: Buffer
  private parsed: unknown

  constructor(members: Members, content: Content, route: Route | undefined) {
    this.agent_id = content.agent_id
    this.sig_version = route ? 2 : 1
    this.action = content.action
    this.method = route?.method
    this.path = route?.path
    this.timestamp_ms = content.timestamp_ms
    this.nonce = route?.nonce
    this.key_id = route?.key_id
    this.signature = content.signature
    this.payload_text = members.get('payload')!
    const names = SIGNED_MEMBERS[this.key_id === undefined ? this.sig_version : 'byKeyId']
    const signed = names.map(name => `"${name}":${members.get(name)!}`)
    this.message = Buffer.from(`{${signed.join(',')}}`)
    this.parsed = undefined
  }

  get payload(): unknown {
    this.parsed ??= JSON.parse(this.payload_text)
    return this.parsed
  }
}

/**
 * The decoded string is usually a slice of the body, and keeps it in memory: nothing that outlives the request may hold
 * it.
 */
function readString(members: Members, name: string): string | undefined {
  const text = members.get(name)
  if (!text?.startsWith('"')) return undefined
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1)
}

function decodeSignature(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return text !== '' && bytes.toString('base64url') === text ? bytes : undefined
}

function refuseMissing(): EnvelopeRefusal {
  return { ok: false, failure: 'missing', reason: 'the signed envelope is missing' }
}

function refuse(failure: EnvelopeRefusal['failure'], member: string, fault: string, hint?: string): EnvelopeRefusal {
  return { ok: false, failure, member, reason: `${member} ${fault}`, ...(hint === undefined ? {} : { hint }) }
}

/** Decodes a header as Node provides it (latin-1): as UTF-8 if valid, otherwise as latin-1. */
export function decodeHeaderEnvelope(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes : Buffer.from(value, 'utf8')
}

/**
 * Whether the signed path is that of the request: the same bytes, or the same after RFC 3986 6.2.2 normalization
 * without removal of dot segments. `requested` is the path of the raw request target from Node (latin-1), without the
 * query.
 */
export function pathsAgree(signed: string, requested: string): boolean {
  return normalize(signed, 'utf8') === normalize(requested, 'latin1')
}

function normalize(path: string, encoding: 'utf8' | 'latin1'): string {
  const ascii = path.replace(NON_ASCII, text => encodeBytes(Buffer.from(text, encoding)))
  return ascii.includes('%') ? ascii.replace(ESCAPE, normalizeEscape) : ascii
}

function encodeBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/../g, '%$&')
}

function normalizeEscape(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  return UNRESERVED.test(character) ? character : encoded.toUpperCase()
}
