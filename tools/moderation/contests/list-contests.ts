import { z } from 'zod'
import { findContests } from '../../../storage/moderation/contests.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../../core/schemas.ts'
import { contestSchema, presentContest } from './contest-schema.ts'

export const listContests = defineOperatorTool({
  name: 'list_contests',
  description: 'Contests of removals with the removed content, newest first.',
  role: 'reader',
  effect: 'read',
  input: z.object({
    status: z.enum(['pending', 'resolved']).default('pending').describe('with this status'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ contests: z.array(contestSchema), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ status, limit, cursor }, context) {
    const list = `${status} contests`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await findContests(context.db, status === 'pending', { before, limit: limit + 1 })
    const { items: contests, next_cursor } = await nextPage(context, list, { rows }, limit, presentContest)
    return { contests, next_cursor }
  },
})
