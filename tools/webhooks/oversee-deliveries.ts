import { z } from 'zod'
import { findDeliveries } from '../../storage/webhooks/attempts.ts'
import { isWebhook } from '../../storage/webhooks/overseen-webhooks.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { delivery, presentDelivery } from './delivery.ts'
import { webhookId } from './webhook.ts'

export const overseeDeliveries = defineOperatorTool({
  name: 'oversee_deliveries',
  description: 'What was sent to a webhook of any agent within 7 days and how it was answered, newest event first.',
  effect: 'read',
  input: z.object({ webhook_id: webhookId, limit: limit(), cursor }),
  output: z.object({ deliveries: z.array(delivery), next_cursor: nextCursor }),
  problems: ['invalid-cursor', 'not-found'],
  async handler({ webhook_id, limit, cursor }, context) {
    const { db, now } = context
    const list = `overseen deliveries ${webhook_id}`
    const before = readPlace(context, list, cursor) ?? NEWEST
    if (!(await isWebhook(db, webhook_id))) throw new Problem('not-found', 'There is no such webhook.')
    const rows = await findDeliveries(db, webhook_id, before, limit + 1)
    const present = (row: (typeof rows)[number]) => presentDelivery(webhook_id, row, now)
    const { items: deliveries, next_cursor } = await nextPage(context, list, { rows }, limit, present)
    return { deliveries, next_cursor }
  },
})
