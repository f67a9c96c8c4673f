import { z } from 'zod'
import { findDeliveries } from '../../storage/webhooks/delivery-attempts.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { deliverySchema, presentDelivery } from './delivery-schema.ts'
import { requireWebhook, webhookId } from './webhook-schema.ts'

export const listWebhookDeliveries = defineTool({
  name: 'list_webhook_deliveries',
  description: 'Deliveries to a webhook in the last 7 days, newest event first.',
  scope: null,
  effect: 'read',
  input: z.object({ webhook_id: webhookId, limit: limit(), cursor }),
  output: z.object({ deliveries: z.array(deliverySchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor', 'not-found'],
  async handler({ webhook_id, ...given }, context) {
    const list = `deliveries ${webhook_id}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    await requireWebhook(context, webhook_id)
    const rows = await findDeliveries(context.db, webhook_id, before, given.limit + 1)
    const { items: deliveries, ...rest } = await nextPage(context, list, { rows }, given.limit, row =>
      presentDelivery(webhook_id, row, context.now),
    )
    return { deliveries, ...rest }
  },
})
