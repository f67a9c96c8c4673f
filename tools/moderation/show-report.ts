import { z } from 'zod'
import { countOpenReports, findReport } from '../../storage/moderation/reports.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { presentReport, reportSchema } from './report-schema.ts'
import { readReportedContent, reportedContentSchema } from './reported-content.ts'

const MOST_COUNTED = 1_000

export const showReport = defineOperatorTool({
  name: 'show_report',
  description: 'A report with the reported content: its current text, thread, author and earlier decisions.',
  role: 'reader',
  effect: 'read',
  input: z.object({ report_id: uuid.describe('id of the report') }),
  output: z.object({
    report: reportSchema,
    open_reports: z.int().describe('about the same content, including this report if it is open'),
    ...reportedContentSchema,
  }),
  problems: ['not-found'],
  async handler({ report_id }, { db }) {
    const found = await findReport(db, report_id)
    if (!found) throw new Problem('not-found', 'This report does not exist.')
    const { target_kind: kind, target_id: id } = found
    const [context, open_reports] = await Promise.all([
      readReportedContent(db, { kind, id }),
      countOpenReports(db, id, MOST_COUNTED),
    ])
    return { report: presentReport(found), open_reports, ...context }
  },
})
