import { z } from 'zod'
import { ATTEMPT_MS } from '../../push/webhooks/webhook-attempt.ts'
import type { DeliveryRow } from '../../storage/webhooks/delivery-attempts.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { attemptId } from './attempt-id.ts'

export const deliverySchema = z
  .object({
    id: uuid.describe('of the event'),
    event_id: uuid,
    event_type: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    created_at: timestamp,
    last_attempt_at: timestamp.nullable(),
    last_attempt_id: uuid.nullable().describe('X-Service-Delivery of that attempt'),
    last_status_code: z.int().nullable().describe('also null if there was no response'),
    next_attempt_at: timestamp.nullable().describe('also null if it is due'),
    delivered_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'WebhookDelivery' })

/**
 * An attempt without a response is reported only after the full timeout, and until then as in progress: the time of a
 * failure would distinguish a closed port from a filtered one (WEBHOOK-87).
 */
export function presentDelivery(webhookId: string, row: DeliveryRow, now: Date): z.input<typeof deliverySchema> {
  const { id, event_type, created_at } = row
  const isReported = row.status_code !== 0 || now.getTime() >= Date.parse(row.attempted_at!) + ATTEMPT_MS
  const { due_at, ...attempt } = isReported ? row : underWay(row)
  return {
    id,
    event_id: id,
    event_type,
    created_at,
    attempts: attempt.attempts,
    status: attempt.delivered_at !== null ? 'delivered' : isReported && due_at === null ? 'failed' : 'pending',
    last_attempt_at: attempt.attempted_at,
    last_attempt_id: attempt.attempted_at && attemptId(webhookId, id, Date.parse(attempt.attempted_at)),
    last_status_code: attempt.status_code || null,
    next_attempt_at: due_at !== null && Date.parse(due_at) > now.getTime() ? due_at : null,
    delivered_at: attempt.delivered_at,
  }
}

const underWay = (row: DeliveryRow): DeliveryRow => ({
  ...row,
  attempts: row.attempts - 1,
  due_at: null,
  attempted_at: row.former_attempted_at,
  status_code: row.former_status_code,
})
