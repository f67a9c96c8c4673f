import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { deleteReview } from '../../storage/reviews/review-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'

export const deleteServiceReview = defineTool({
  name: 'delete_service_review',
  description: 'Delete your review of a service.',
  scope: 'service:invoke',
  effect: 'destructive',
  idempotent: true,
  listedOnMcp: false,
  statuses: READER_STATUSES,
  limit: 'reviews',
  input: z.object({ service_id: uuid.describe('the service') }),
  output: z.object({ deleted: z.literal(true), service_id: uuid }),
  problems: ['not-found'],
  async handler({ service_id }, { transaction, actor }) {
    const isDeleted = await transaction(({ db }) => deleteReview(db, actor.agent_id, service_id))
    if (!isDeleted) throw new Problem('not-found', 'You have no review of this service.')
    return { deleted: true as const, service_id }
  },
})
