import { z } from 'zod'
import { isReport, resolveOpenReport } from '../../storage/moderation/reports.ts'
import { putNotification } from '../../storage/person-notifications/notification-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, timestamp, uuid } from '../core/schemas.ts'

export const resolveReport = defineOperatorTool({
  name: 'resolve_report',
  description: 'Close a report: dismissed, or acted upon by other means, such as remove_content.',
  role: 'moderator',
  effect: 'write',
  input: z.object({
    report_id: uuid.describe('id of the report'),
    outcome: z.enum(['dismissed', 'acted']).describe('whether action was taken'),
    note: text(2_000).describe('reason, visible only to operators'),
  }),
  output: z.object({ report_id: uuid, outcome: z.string(), resolved_at: timestamp }),
  problems: ['not-found', 'report-already-resolved'],
  handler({ report_id, outcome, note }, { transaction, newId, now }) {
    return transaction(async ({ db, audit }) => {
      const resolved = await resolveOpenReport(db, report_id, { outcome, note, resolved_at: now })
      if (!resolved && (await isReport(db, report_id))) {
        throw new Problem('report-already-resolved', 'This report is already resolved.')
      }
      if (!resolved) throw new Problem('not-found', 'This report does not exist.')
      const { reporter_user_id: person_id, ...target } = resolved
      const decided = { id: newId(), kind: 'report_decided', subject_id: report_id, created_at: now } as const
      if (person_id !== null) await putNotification(db, { ...decided, person_id })
      audit({
        action: 'resolve_report',
        subject: { report_id, ...target },
        before: { outcome: null },
        after: { outcome },
        reason: note,
      })
      return { report_id, outcome, resolved_at: now.toISOString() }
    })
  },
})
