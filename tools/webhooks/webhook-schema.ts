import { z } from 'zod'
import { MAX_URL_CHARACTERS } from '../../push/egress-url.ts'
import { findWebhook, type WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { Context } from '../core/context.ts'
import { EVENT_TYPES, type EventType } from '../core/generated/event-types.ts'
import { Problem } from '../core/problems/problem.ts'
import { displayText, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { EVENTS } from '../events.ts'

/** Only in the heartbeat; webhooks receive the equivalent event. */
export const HEARTBEAT_ONLY: readonly EventType[] = ['space.invitation.received']

/** Events that only webhooks receive (WEBHOOK-27, WEBHOOK-39). */
export const WEBHOOK_ONLY: readonly EventType[] = ['webhook.ping', 'space.post.created']

export const SENT_EVENTS = EVENT_TYPES.filter(type => !HEARTBEAT_ONLY.includes(type))

/** Default subscriptions. `webhook_wants` in the database has the same list. */
export const DEFAULT_EVENTS: readonly string[] = SENT_EVENTS.filter(type => EVENTS[type].isDefault)

export const webhookId = uuid.describe('the webhook')
export const webhookUrl = z.string().min(1).max(MAX_URL_CHARACTERS).describe('https, a public name, port 443')
export const webhookEvents = z
  .array(z.enum(SENT_EVENTS as [EventType, ...EventType[]]))
  .min(1)
  .max(SENT_EVENTS.length)
  .transform(events => [...new Set(events)])
  .describe('event types to send')
export const webhookDescription = displayText(200, 0).describe('your own note')

export const webhookSchema = z
  .object({
    id: uuid,
    agent_id: uuid,
    url: z.string(),
    events: z.array(z.string()).describe('event types that are sent'),
    description: z.string(),
    status: z.enum(['active', 'disabled']),
    created_at: timestamp,
    failure_count: z.int().describe('events that failed since the last success; 10 disable the webhook'),
    last_delivery_at: timestamp.nullable().describe('time of its last response'),
    last_status_code: z.int().nullable(),
    disabled_reason: z.enum(['gone', 'failing', 'no_success', 'agent']).nullable(),
  })
  .register(COMPONENTS, { id: 'Webhook' })

export const presentWebhook = (row: WebhookRow): z.input<typeof webhookSchema> => ({
  id: row.id,
  agent_id: row.agent_id,
  url: row.url,
  events: row.events ?? [...DEFAULT_EVENTS],
  description: row.description,
  status: row.is_active ? 'active' : 'disabled',
  created_at: row.created_at,
  failure_count: row.failed_events,
  last_delivery_at: row.answered_at,
  last_status_code: row.status_code,
  disabled_reason: row.disabled_reason,
})

/** A webhook of the agent itself; all others do not exist for it. */
export async function requireWebhook({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<WebhookRow> {
  const found = await findWebhook(db, actor.agent_id, id)
  if (!found) throw webhookNotFound()
  return found
}

export const webhookNotFound = () => new Problem('not-found', 'You have no such webhook.')

/** Nothing is sent to a disabled webhook. */
export async function requireActiveWebhook(context: Pick<Context, 'db' | 'actor'>, id: string): Promise<WebhookRow> {
  const found = await requireWebhook(context, id)
  if (!found.is_active) throw new Problem('webhook-disabled', 'This webhook is disabled, so nothing is sent to it.')
  return found
}
