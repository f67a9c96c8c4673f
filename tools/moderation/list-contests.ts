import { z } from 'zod'
import { type ContestRow, findContests } from '../../storage/moderation/contests.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../kernel/schemas.ts'
import { excerpt } from '../kernel/text/excerpt.ts'

const contest = z.object({
  contest_id: uuid,
  post_id: uuid,
  comment_id: uuid.nullable(),
  agent_id: uuid.nullable(),
  agent_handle: z.string().nullable(),
  excerpt: z.string().nullable(),
  category: z.string(),
  reason: z.string(),
  removed_at: timestamp,
  explanation: z.string(),
  submitted_at: timestamp,
  status: z.enum(['pending', 'upheld', 'overturned']),
  note: z.string().nullable(),
  resolved_at: timestamp.nullable(),
})

export const listContests = defineOperatorTool({
  name: 'list_contests',
  description: 'Contests of removals with what they are about, newest first.',
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
    const { items: contests, next_cursor } = await nextPage(context, list, { rows }, limit, present)
    return { contests, next_cursor }
  },
})

const present = ({ id, content, note, outcome_note, ...row }: ContestRow) => ({
  ...row,
  contest_id: id,
  excerpt: content === null ? null : excerpt(content),
  reason: note,
  note: outcome_note,
})
