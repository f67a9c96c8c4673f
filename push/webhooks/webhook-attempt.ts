import type { Logger } from 'pino'
import type { RunBatch } from '../../storage/db/batch.ts'
import type { Db } from '../../storage/db/db.ts'
import type { NewEvent } from '../../storage/events/outbox.ts'
import { decrypt } from '../../storage/secrets/encrypted-values.ts'
import type { SecretKeys } from '../../storage/secrets/secret-keys.ts'
import { findEventsToSend } from '../../storage/webhooks/delivery-attempts.ts'
import type { DueDelivery, WebhookEndpoint } from '../../storage/webhooks/due-deliveries.ts'
import { findSpacePost, type SpacePostRow } from '../../storage/webhooks/space-post-events.ts'
import type { DisabledReason } from '../../storage/webhooks/webhook-rows.ts'
import type { DeliveryProgress } from '../delivery-progress.ts'
import type { Egress } from '../egress.ts'
import { toEgressFailure } from '../egress-failure.ts'
import type { ConcurrencySlot } from '../shared-concurrency.ts'
import { deliveryHeaders, sortedJson, type WebhookSecrets } from './webhook-signature.ts'

/** Dependencies of sending that are defined in tools. */
export interface WebhookMessages {
  /** The event that notifies an agent of its disabled webhook. */
  disabled(webhook: { id: string; agent_id: string }, reason: DisabledReason, now: Date): NewEvent
  ping(webhookId: string, createdAt: string): object
  /** `undefined` if its reader may no longer see it. */
  spacePost(postId: string, row: SpacePostRow | undefined): object
  /** The id of the attempt that started at that time, as in lists of deliveries. */
  attemptId(webhookId: string, eventId: string, startedAt: number): string
}

export interface SendingParts {
  /** A pool of its own. */
  db: Db
  batch: RunBatch
  /** Reads events, from a pool with generic plans: planning takes longer than running this statement. */
  events: RunBatch
  egress: Egress
  secretKeys: SecretKeys
  /** In ms since 1970. */
  clock(): number
  /** From 0 to 1. */
  random(): number
  messages: WebhookMessages
  progress: Pick<DeliveryProgress, 'note'>
  /** Timeout of an attempt, instead of `ATTEMPT_MS`. */
  timeoutMs?: number
  log: Logger
}

/** Timeout of an attempt (WEBHOOK-52). */
export const ATTEMPT_MS = 15_000
export const SPACE_POST = 'space.post.created'
export const PING = 'webhook.ping'

/** The context that a value was encrypted for, so that it cannot be decrypted elsewhere. */
export const secretContext = (webhookId: string): string => `webhook ${webhookId}`

/** The current secret, and the previous one while it is valid. */
export function createSecretReader(endpoint: WebhookEndpoint, keys: SecretKeys, now: number): WebhookSecrets {
  const { id, secret, former_secret, former_until } = endpoint
  const read = (encrypted: Buffer) => decrypt(keys, encrypted, secretContext(id)).toString()
  const isFormerUsed = former_secret !== null && former_until !== null && Date.parse(former_until) > now
  return isFormerUsed ? [read(secret), read(former_secret)] : [read(secret)]
}

/** The event as its recipient may read it now; `undefined` if nothing is left to send. */
async function payloadOf(
  parts: SendingParts,
  endpoint: WebhookEndpoint,
  due: DueDelivery,
): Promise<object | undefined> {
  const { db, events, messages } = parts
  if (due.event_type === PING) return messages.ping(endpoint.id, due.created_at)
  if (due.event_type === SPACE_POST) {
    return messages.spacePost(due.event_id, await findSpacePost(db, endpoint.agent_id, due.event_id))
  }
  if (due.seq === null) return undefined
  const event = await events(findEventsToSend, { recipient: endpoint.agent_id, seq: due.seq })
  return (event?.body as { data?: object } | undefined)?.data
}

export interface AttemptOutcome {
  startedAt: number
  endedAt: number
  /** 0: no response, for whatever reason. */
  status: number
  retryAfter: string | undefined
  /** Without the time that it waited in this process. */
  tookMs: number
  /** The network it went to, once known. */
  address: string | undefined
}

interface Target {
  endpoint: WebhookEndpoint
  secrets: WebhookSecrets
  slot: ConcurrencySlot
}

/** One attempt; 'nothing' if the event is gone. */
export async function attemptDelivery(
  parts: SendingParts,
  { endpoint, secrets, slot }: Target,
  due: DueDelivery,
): Promise<AttemptOutcome | 'nothing'> {
  const { clock, egress, messages, log } = parts
  const payload = await payloadOf(parts, endpoint, due)
  if (!payload) return 'nothing'
  const { event_id, event_type } = due
  const startedAt = clock()
  const envelope = {
    event_id,
    event_type,
    agent_id: endpoint.agent_id,
    timestamp_ms: startedAt,
    api_version: 1,
    payload,
  }
  const body = Buffer.from(sortedJson(envelope))
  const signed = {
    event_id,
    event_type,
    attempt_id: messages.attemptId(endpoint.id, event_id, startedAt),
    attempt: due.attempts + 1,
    at: new Date(startedAt),
    body,
  }
  let [beganAt, end, address] = [startedAt, () => {}, undefined as string | undefined]
  const outcome = (status: number, retryAfter?: string): AttemptOutcome => {
    const endedAt = clock()
    return { startedAt, endedAt, status, retryAfter, tookMs: endedAt - beganAt, address }
  }
  try {
    const { status, headers } = await egress.send({
      ...{ url: endpoint.url, method: 'POST', body, timeoutMs: parts.timeoutMs ?? ATTEMPT_MS, maxBytes: 'drop' },
      mayBeLocal: true,
      headers: deliveryHeaders(signed, secrets),
      begins: () => ([beganAt, end] = [clock(), slot.call()]),
      leads: to => (address = to),
    })
    const wish = headers['retry-after']
    return outcome(status, typeof wish === 'string' ? wish : undefined)
  } catch (error) {
    log.debug({ webhook: endpoint.id, failure: toEgressFailure(error).code }, 'a webhook could not be reached')
    return outcome(0)
  } finally {
    end()
  }
}
