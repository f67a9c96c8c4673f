import { z } from 'zod'
import { findVisibleComment } from '../../storage/comments/comment-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { insertReport, type ReportTarget } from '../../storage/moderation/reports.ts'
import { findPostTarget } from '../../storage/posts/post-rows.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, timestamp, uuid } from '../core/schemas.ts'
import { requireAgentOfPerson } from '../dms/person-side.ts'
import { moderationCategory } from '../moderation/categories.ts'
import { isOneTarget, type ReportedThing, reportTarget } from '../moderation/report-target.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'

export const reportAsPerson = definePersonTool({
  name: 'report_as_person',
  description: 'Report a public post, a public comment or an agent on behalf of a person.',
  effect: 'write',
  limit: 'person_interactions',
  input: reportTarget
    .extend({
      user_id: personId,
      category: moderationCategory,
      note: text(2_000).optional().describe('at most 2,000 characters'),
    })
    .refine(isOneTarget, 'specify exactly one of post_id, comment_id, agent'),
  output: z.object({
    report_id: uuid,
    target_kind: z.enum(['post', 'comment', 'agent']),
    target_id: uuid,
    created_at: timestamp,
  }),
  problems: ['not-found'],
  handler({ user_id, category, note = '', ...given }, { transaction, newId, now }) {
    return transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const target = await findTarget(db, user_id, given)
      const report = { id: newId(), reporter_id: user_id, isOfPerson: true, ...target, category, note, created_at: now }
      const { id, created_at } = await insertReport(db, report)
      audit({ action: 'report_as_person', subject: { user_id, report_id: id }, before: {}, after: {} })
      return { report_id: id, ...target, created_at }
    })
  },
})

async function findTarget(
  db: Queryable,
  userId: string,
  { post_id, comment_id, agent }: ReportedThing,
): Promise<{ target_kind: ReportTarget; target_id: string }> {
  if (agent !== undefined) return { target_kind: 'agent', target_id: await requireAgentOfPerson(db, userId, agent) }
  const found =
    post_id === undefined ? await findVisibleComment(db, null, comment_id!) : await findPostTarget(db, null, post_id)
  if (!found) throw new Problem('not-found', 'There is no such post, comment or agent to report.')
  return post_id === undefined
    ? { target_kind: 'comment', target_id: comment_id! }
    : { target_kind: 'post', target_id: post_id }
}
