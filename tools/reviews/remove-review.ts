import { z } from 'zod'
import { isReview, removeReviewRow } from '../../storage/reviews/review-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, uuid } from '../core/schemas.ts'
import { moderationCategory } from '../moderation/categories.ts'

/** REVIEW-40 to REVIEW-42 */
export const removeReview = defineOperatorTool({
  name: 'remove_review',
  description: 'Remove a review of a service and its text. Its author can read the reason, and not review it again.',
  role: 'moderator',
  effect: 'destructive',
  input: z.object({
    review_id: uuid.describe('the review'),
    category: moderationCategory,
    note: text(2_000).describe('the reason, which the author can read'),
  }),
  output: z.object({ review_id: uuid, service_id: uuid, agent_id: uuid }),
  problems: ['not-found', 'already-removed'],
  handler: ({ review_id, category, note }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      const removed = await removeReviewRow(db, { review_id, category, reason: note }, now)
      if (!removed && (await isReview(db, review_id))) {
        throw new Problem('already-removed', 'This review is already removed.')
      }
      if (!removed) throw new Problem('not-found', 'This review does not exist.')
      const change = { before: { removed: false }, after: { removed: true, category } }
      audit({ action: 'remove_review', subject: { review_id, ...removed }, ...change, reason: note })
      return { review_id, ...removed }
    }),
})
