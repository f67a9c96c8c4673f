import { createECDH } from 'node:crypto'
import type { Egress } from './egress.ts'
import { EgressFailure, type EgressFailureCode } from './egress-failure.ts'

/** The keys by which push services know this server (VAPID, RFC 8292), in base64url. */
export interface WebPushKeys {
  publicKey: string
  privateKey: string
  /** The contact of the operator for push services: an https: or mailto: URL. */
  subject: string
}

const CURVE = 'prime256v1'
const PRIVATE_KEY = /^[A-Za-z0-9_-]{43}$/

/** The public key of a private one; `undefined` if that is not the scalar of a P-256 key in base64url. */
export function publicKeyOf(privateKey: string): string | undefined {
  if (!PRIVATE_KEY.test(privateKey)) return undefined
  const curve = createECDH(CURVE)
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    return undefined
  }
  return curve.getPublicKey().toString('base64url')
}

/** A private key; almost every 32 bytes are one. */
export function newPrivateKey(randomBytes: (count: number) => Buffer): string {
  for (;;) {
    const key = randomBytes(32).toString('base64url')
    if (publicKeyOf(key) !== undefined) return key
  }
}

/** What a browser subscribed with: where its push service takes messages, and how they are encrypted. */
export interface PushTarget {
  endpoint: string
  public_key: Buffer
  auth_secret: Buffer
}

export interface PushContent {
  /** Encrypted for the browser (RFC 8291). */
  payload: string
  /** Up to 32 characters of base64url: a waiting message of the same topic is replaced. */
  topic: string
  isUrgent: boolean
}

/** `gone`: the subscription has ended; `refused`: this message will never be accepted; `failed`: try again later. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed'

const TTL_SECONDS = 86_400
const TIMEOUT_MS = 10_000
const ENCODING = 'aes128gcm'

/** Failures of the address itself, which no retry changes. */
const OF_ADDRESS: readonly EgressFailureCode[] = [
  ...(['url-too-long', 'url-not-https', 'url-fragment', 'url-characters', 'url-malformed', 'url-userinfo'] as const),
  ...(['url-port', 'url-is-address', 'url-host', 'url-reserved-name', 'address-refused'] as const),
]

/** Sends one message to a push service (RFC 8030). */
export async function sendPush(
  egress: Egress,
  keys: WebPushKeys,
  { endpoint, public_key, auth_secret }: PushTarget,
  { payload, topic, isUrgent }: PushContent,
): Promise<PushOutcome> {
  // Loaded when needed, since servers without keys do not need it.
  const { default: webPush } = await import('web-push')
  const { cipherText } = webPush.encrypt(
    public_key.toString('base64url'),
    auth_secret.toString('base64url'),
    payload,
    ENCODING,
  )
  const { origin } = new URL(endpoint)
  const { Authorization: authorization } = webPush.getVapidHeaders(
    origin,
    keys.subject,
    keys.publicKey,
    keys.privateKey,
    ENCODING,
  )
  try {
    const { status } = await egress.send({
      url: endpoint,
      method: 'POST',
      headers: {
        authorization,
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        topic,
        urgency: isUrgent ? 'high' : 'normal',
      },
      body: cipherText,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 'drop',
    })
    return outcomeOf(status)
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error
    return OF_ADDRESS.includes(error.code) ? 'gone' : 'failed'
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'failed' : 'refused'
}
