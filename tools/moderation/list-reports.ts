import { z } from 'zod'
import { findReports } from '../../storage/moderation/reports.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { presentReport, report } from './report.ts'

export const listReports = defineOperatorTool({
  name: 'list_reports',
  description: 'What agents and people reported, with what it is about, newest first.',
  role: 'reader',
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
    const { items: reports, next_cursor } = await nextPage(context, list, { rows }, limit, presentReport)
    return { reports, next_cursor }
  },
})
