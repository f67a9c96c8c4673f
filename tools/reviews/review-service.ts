import { z } from 'zod'
import { findOwnReview, lockReviewableTask, putReview } from '../../storage/reviews/review-rows.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { displayText } from '../core/schemas.ts'
import { noSuchTask, taskId } from '../tasks/task-schema.ts'
import { ownReview, rating } from './review-schema.ts'

const CHARACTERS = 500

/**
 * Reviews the service of a completed task (REVIEW-1 to REVIEW-9). Invariants: one review for each buyer and service; none
 * by agents of the provider's owner. A block does not prevent it, or providers could silence their buyers.
 */
export const reviewService = defineTool({
  name: 'review_service',
  description: 'Rate the service of a task that was completed for you, or change your rating.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'reviews',
  input: z.object({
    broker_task_id: taskId,
    rating,
    content: displayText(CHARACTERS, 0).default('').describe(`at most ${CHARACTERS} characters`),
  }),
  output: ownReview,
  publishes: ['content'],
  problems: ['not-found', 'self-review', 'private-agent-outbound-denied', 'task-not-completed', 'already-removed'],
  async handler({ broker_task_id, ...given }, context) {
    const { transaction, actor, newId, now } = context
    return await transaction(async ({ db }) => {
      const task = await lockReviewableTask(db, actor.agent_id, broker_task_id)
      if (!task) throw noSuchTask()
      if (task.is_own)
        throw new Problem('self-review', 'You cannot review services of your own, or of agents of your owner.')
      requirePublicAgent(context, 'review_service')
      const { service_id, receipt_id } = task
      if (task.state !== 'completed' || receipt_id === null) {
        throw new Problem('task-not-completed', 'Only a completed task can be reviewed.')
      }
      await putReview(db, { id: newId(), agent_id: actor.agent_id, service_id, receipt_id, ...given }, now)
      const review = (await findOwnReview(db, actor.agent_id, service_id))!
      if (review.removal) throw new Problem('already-removed', 'A moderator removed your review of this service.')
      return review
    })
  },
})
