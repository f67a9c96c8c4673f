import { z } from 'zod'
import { findDeliveries } from '../../storage/webhooks/delivery-attempts.ts'
import { isWebhook } from '../../storage/webhooks/overseen-webhooks.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { deliverySchema, presentDelivery } from './delivery-schema.ts'
import { webhookId } from './webhook-schema.ts'

export const overseeDeliveries = defineOperatorTool({
  name: 'oversee_deliveries',
  description: "Deliveries to any agent's webhook in the last 7 days with their responses, newest event first.",
  effect: 'read',
  input: z.object({ webhook_id: webhookId, limit: limit(), cursor }),
  output: z.object({ deliveries: z.array(deliverySchema), next_cursor: nextCursor }),
  problems: ['invalid-cursor', 'not-found'],
  async handler({ webhook_id, limit, cursor }, context) {
    const { db, now } = context
    const list = `overseen deliveries ${webhook_id}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    if (!(await isWebhook(db, webhook_id))) throw new Problem('not-found', 'This webhook does not exist.')
    const rows = await findDeliveries(db, webhook_id, before, limit + 1)
    const present = (row: (typeof rows)[number]) => presentDelivery(webhook_id, row, now)
    const { items: deliveries, next_cursor } = await nextPage(context, list, { rows }, limit, present)
    return { deliveries, next_cursor }
  },
})
