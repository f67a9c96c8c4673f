import { z } from 'zod'
import { findDisputesOf } from '../../storage/disputes/dispute-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { disputeOfSide, presentDispute } from './dispute-schema.ts'

export const listServiceDisputes = defineTool({
  name: 'list_service_disputes',
  description: 'Your disputes, as the consumer or the provider of a task, newest first.',
  scope: 'service:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ items: z.array(disputeOfSide), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const list = `disputes of ${context.actor.agent_id}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await findDisputesOf(context.db, context.actor.agent_id, { before, limit: limit + 1 })
    return await nextPage(context, list, { rows }, limit, presentDispute)
  },
})
