import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** WEBHOOK-2 to WEBHOOK-4, WEBHOOK-9 to WEBHOOK-11 */
export const webhook = z.looseObject({
  id: z.uuid(),
  agent_id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string(),
  status: z.enum(['active', 'disabled']),
  created_at: timestamp,
  failure_count: z.int(),
  last_delivery_at: timestamp.nullable(),
  last_status_code: z.int().nullable(),
  disabled_reason: z.string().nullable(),
})

/** WEBHOOK-5 */
export const registered = webhook.extend({ secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/) })

/** WEBHOOK-81 to WEBHOOK-85, WEBHOOK-93 */
export const deliveries = z.looseObject({
  deliveries: z.array(
    z.looseObject({
      id: z.uuid(),
      event_id: z.uuid(),
      event_type: z.string(),
      status: z.enum(['pending', 'delivered', 'failed']),
      attempts: z.int(),
      created_at: timestamp,
      last_attempt_at: timestamp.nullable(),
      last_attempt_id: z.uuid().nullable(),
      last_status_code: z.int().nullable(),
      next_attempt_at: timestamp.nullable(),
      delivered_at: timestamp.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
})

export type Webhook = z.infer<typeof webhook>
