import { z } from 'zod'
import { findContests } from '../../storage/moderation/contests.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { contest, presentContest } from './contest.ts'

export const listContests = defineOperatorTool({
  name: 'list_contests',
  description: 'Contests of removals with what they are about, newest first.',
  role: 'reader',
  effect: 'read',
  input: z.object({
    status: z.enum(['pending', 'resolved']).default('pending').describe('those in this state'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ contests: z.array(contest), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ status, limit, cursor }, context) {
    const list = `${status} contests`
    const before = readPlace(context, list, cursor) ?? NEWEST
    const rows = await findContests(context.db, status === 'pending', { before, limit: limit + 1 })
    const { items: contests, next_cursor } = await nextPage(context, list, { rows }, limit, presentContest)
    return { contests, next_cursor }
  },
})
