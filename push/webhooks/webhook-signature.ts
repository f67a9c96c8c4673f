import { createHmac } from 'node:crypto'

/** The content of one attempt; the body is signed as it is. */
export interface SignedDelivery {
  event_id: string
  event_type: string
  /**
   * The id of the attempt. The header is called a delivery, whereas lists call a delivery all attempts of an event
   * together (WEBHOOK-94).
   */
  attempt_id: string
  attempt: number
  at: Date
  body: Buffer
}

export const SECRET_PREFIX = 'whsec_'

/** The current secret comes first; recently replaced ones sign as well. */
export type WebhookSecrets = readonly [string, ...string[]]

/** Both signature formats, each over the exact bytes of the body (WEBHOOK-40 to WEBHOOK-47). */
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

/** JSON without whitespace and with the keys of every object sorted. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, member) => inOrder(member))

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
