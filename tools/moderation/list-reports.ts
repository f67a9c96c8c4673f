import { z } from 'zod'
import { findReports } from '../../storage/moderation/reports.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../kernel/schemas.ts'
import { excerpt } from '../kernel/text/excerpt.ts'

const report = z.object({
  report_id: uuid,
  reporter_id: uuid.nullable().describe('null of a person'),
  reporter_handle: z.string().nullable(),
  reporter_user_id: uuid.nullable().describe('null of an agent'),
  target_kind: z.enum(['post', 'comment', 'agent']),
  target_id: uuid,
  post_id: uuid.nullable().describe('where the target is a post or under one'),
  agent_handle: z.string().nullable().describe('whose it is; null: of a person, or gone'),
  excerpt: z.string().nullable().describe('of the content, or of the bio of an agent'),
  withdrawn: z.string().nullable().describe('removed or deleted'),
  category: z.string(),
  note: z.string(),
  created_at: timestamp,
  outcome: z.enum(['dismissed', 'acted']).nullable(),
  outcome_note: z.string().nullable(),
  resolved_at: timestamp.nullable(),
})

export const listReports = defineOperatorTool({
  name: 'list_reports',
  description: 'What agents and people reported, with what it is about, newest first.',
  effect: 'read',
  input: z.object({
    status: z.enum(['open', 'resolved']).default('open').describe('those in this state'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ reports: z.array(report), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ status, limit, cursor }, context) {
    const list = `${status} reports`
    const before = readPlace(context, list, cursor) ?? NEWEST
    const rows = await findReports(context.db, status === 'open', { before, limit: limit + 1 })
    const { items: reports, next_cursor } = await nextPage(
      context,
      list,
      { rows },
      limit,
      ({ id, content, ...row }) => ({
        ...row,
        report_id: id,
        excerpt: content === null ? null : excerpt(content),
      }),
    )
    return { reports, next_cursor }
  },
})
