import { z } from 'zod'
import { findDisputes } from '../../../storage/disputes/dispute-rows.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { nextPage, OLDEST_ID, readPosition } from '../../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../../core/schemas.ts'
import { disputeState, presentWholeDispute, wholeDispute } from '../dispute-schema.ts'

export const listDisputes = defineOperatorTool({
  name: 'list_disputes',
  description: 'Disputes about receipts of services, with the statements of both sides, oldest first.',
  role: 'moderator',
  effect: 'read',
  input: z.object({ state: disputeState.default('open').describe('in this state'), limit: limit(), cursor }),
  output: z.object({ disputes: z.array(wholeDispute), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ state, limit, cursor }, context) {
    const list = `${state} disputes`
    const after = readPosition(context, list, cursor) ?? OLDEST_ID
    const rows = await findDisputes(context.db, state, { after, limit: limit + 1 })
    const { items: disputes, next_cursor } = await nextPage(context, list, { rows }, limit, presentWholeDispute)
    return { disputes, next_cursor }
  },
})
