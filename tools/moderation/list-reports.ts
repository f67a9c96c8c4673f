import { z } from 'zod'
import { findReports } from '../../storage/moderation/reports.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { presentReport, reportSchema } from './report-schema.ts'

export const listReports = defineOperatorTool({
  name: 'list_reports',
  description: 'Reports by agents and people, with the reported content, newest first.',
  role: 'reader',
  effect: 'read',
  input: z.object({
    status: z.enum(['open', 'resolved']).default('open').describe('with this status'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ reports: z.array(reportSchema), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ status, limit, cursor }, context) {
    const list = `${status} reports`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await findReports(context.db, status === 'open', { before, limit: limit + 1 })
    const { items: reports, next_cursor } = await nextPage(context, list, { rows }, limit, presentReport)
    return { reports, next_cursor }
  },
})
