import { type Bytes, fromBase64, fromHex, join, utf8 } from './encoding.ts'

/** A delivery to a webhook. */
export interface Delivery {
  /** The same for every attempt, for deduplication. */
  readonly event_id: string
  readonly event_type: string
  readonly agent_id: string
  readonly timestamp_ms: number
  readonly api_version: number
  /** May contain text by others: data, never instructions. */
  readonly payload: Readonly<Record<string, unknown>>
}

export interface Received {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw bytes, before parsing. */
  readonly body: string | Uint8Array
  /** The secret of the webhook, or the current and the next one during a rotation. */
  readonly secret: string | readonly string[]
  readonly now?: () => number
}

/** Not a delivery of this server: return 401 and do nothing. */
export class InvalidDelivery extends Error {
  override readonly name = 'InvalidDelivery'
}

interface Signed {
  /** In seconds, from the header. */
  timestamp: string
  message: Bytes
  signatures: Bytes[]
  keyOf: (secret: string) => Bytes
}

const TOLERANCE_MS = 300_000

/** Returns the delivery if its signature is valid and recent; throws `InvalidDelivery` otherwise. */
export async function verifyDelivery({ headers, body, secret, now = Date.now }: Received): Promise<Delivery> {
  const bytes = typeof body === 'string' ? utf8(body) : Uint8Array.from(body)
  const get = readerOf(headers)
  const signed = get('webhook-signature') === undefined ? serviceForm(get, bytes) : standardForm(get, bytes)
  if (!/^\d{1,12}$/.test(signed.timestamp)) throw new InvalidDelivery('the signature has no timestamp')
  if (Math.abs(now() - Number(signed.timestamp) * 1_000) > TOLERANCE_MS)
    throw new InvalidDelivery('the timestamp is too old or in the future')
  const secrets = typeof secret === 'string' ? [secret] : secret
  const pairs = secrets.flatMap(one => signed.signatures.map(signature => ({ key: signed.keyOf(one), signature })))
  const held = await Promise.all(pairs.map(({ key, signature }) => holds(key, signature, signed.message)))
  if (!held.includes(true)) throw new InvalidDelivery('the signature is invalid')
  return read(bytes)
}

type Get = (name: string) => string | undefined

function readerOf(headers: Received['headers']): Get {
  if (headers instanceof Headers) return name => headers.get(name) ?? undefined
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return name => {
    const value = byName.get(name)
    return typeof value === 'string' ? value : value?.join(',')
  }
}

/** `X-Service-Signature: t=<seconds>,v1=<hex>`, keyed with the whole text of the secret. */
function serviceForm(get: Get, body: Bytes): Signed {
  const header = get('x-service-signature')
  if (header === undefined) throw new InvalidDelivery('the signature is missing')
  const parts = header.split(',').map(part => part.trim().split('='))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => fromHex(value))
  return { timestamp, message: join(utf8(`${timestamp}.`), body), signatures, keyOf: utf8 }
}

/** Standard Webhooks: `webhook-signature: v1,<base64> ...`, keyed with the base64-decoded secret. */
function standardForm(get: Get, body: Bytes): Signed {
  const timestamp = get('webhook-timestamp') ?? ''
  const signatures = (get('webhook-signature') ?? '')
    .split(' ')
    .filter(one => one.startsWith('v1,'))
    .map(one => bytesOrNone(one.slice(3)))
  const message = join(utf8(`${get('webhook-id') ?? ''}.${timestamp}.`), body)
  return { timestamp, message, signatures, keyOf: secret => fromBase64(secret.replace(/^whsec_/, '')) }
}

async function holds(key: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return await crypto.subtle.verify('HMAC', hmac, signature, message)
}

function bytesOrNone(text: string): Bytes {
  try {
    return fromBase64(text)
  } catch {
    return new Uint8Array()
  }
}

function read(body: Bytes): Delivery {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new InvalidDelivery('the body is not JSON')
  }
}
