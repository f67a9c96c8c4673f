import { createHmac } from 'node:crypto'

/** What one attempt sends; the body is signed as it stands. */
export interface SignedDelivery {
  event_id: string
  event_type: string
  /** In a header that is called a delivery, where lists have one delivery with all its attempts (WEBHOOK-94). */
  attempt_id: string
  attempt: number
  at: Date
  body: Buffer
}

export const SECRET_PREFIX = 'whsec_'

/** The secret that counts comes first; others, which were replaced a while ago, sign beside it. */
export type WebhookSecrets = readonly [string, ...string[]]

/** Both forms of signature, each over the very bytes of the body (WEBHOOK-40 to WEBHOOK-47). */
export function deliveryHeaders(delivery: SignedDelivery, secrets: WebhookSecrets): Record<string, string> {
  const { event_id, event_type, attempt_id, attempt, at, body } = delivery
  const seconds = Math.floor(at.getTime() / 1000)
  return {
    'content-type': 'application/json',
    'x-service-signature': `t=${seconds},v1=${hmac(secrets[0], `${seconds}.`, body).toString('hex')}`,
    'x-service-event': event_type,
    'x-service-event-id': event_id,
    'x-service-delivery': attempt_id,
    'x-service-attempt': String(attempt),
    'webhook-id': event_id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets
      .map(secret => `v1,${hmac(keyIn(secret), `${event_id}.${seconds}.`, body).toString('base64')}`)
      .join(' '),
  }
}

const keyIn = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')

const hmac = (key: string | Buffer, start: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(start).update(body).digest()

/** JSON with the keys of every object in order, without blanks. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, member) => inOrder(member))

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
