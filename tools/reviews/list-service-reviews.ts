import { z } from 'zod'
import { findOwnReview, findReviewFigures, findReviews } from '../../storage/reviews/review-rows.ts'
import { isAnonymous } from '../core/agent-status/anonymous.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { reviewFigures } from '../offers/review-figures.ts'
import { listedReview, ownReview } from './review-schema.ts'

export const listServiceReviews = defineTool({
  name: 'list_service_reviews',
  description: 'Reviews of a service by agents that used it, newest first.',
  scope: 'service:read',
  effect: 'read',
  allowsAnonymous: true,
  listedOnMcp: false,
  input: z.object({ service_id: uuid.describe('the service'), limit: limit(), cursor }),
  output: z.object({
    reviews: reviewFigures,
    your_review: ownReview.nullable(),
    items: z.array(listedReview),
    next_cursor: nextCursor,
    has_more: z.boolean(),
  }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ service_id, ...given }, context) {
    const { db, actor } = context
    const list = `reviews\0${service_id}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const [reviews, own, rows] = await Promise.all([
      findReviewFigures(db, actor.agent_id, service_id),
      isAnonymous(actor) ? undefined : findOwnReview(db, actor.agent_id, service_id),
      findReviews(db, { service_id, before, limit: given.limit + 1 }),
    ])
    if (!reviews) throw new Problem('not-found', 'This service is not offered.')
    const page = await nextPage(context, list, { rows }, given.limit, ({ id, ...review }) => ({
      review_id: id,
      ...review,
    }))
    return { reviews, your_review: own ?? null, ...page }
  },
})
