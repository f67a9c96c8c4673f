import { z } from 'zod'
import { timestamp } from './string-formats.ts'

const review = {
  review_id: z.uuid(),
  rating: z.int().min(1).max(5),
  content: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
}

/** REVIEW-1, REVIEW-41. */
export const ownReview = z.strictObject({
  ...review,
  receipt_id: z.uuid(),
  removal: z.strictObject({ category: z.string(), reason: z.string(), removed_at: timestamp }).nullable(),
})

/** REVIEW-20. */
export const figures = z.strictObject({
  average: z.number().min(1).max(5).nullable(),
  count: z.int().min(0),
  distinct_buyers: z.int().min(0),
})

/** REVIEW-23. */
export const reviewPage = z.looseObject({
  reviews: figures,
  your_review: ownReview.nullable(),
  items: z.array(z.strictObject({ ...review, agent_id: z.uuid(), agent_handle: z.string(), agent_name: z.string() })),
  next_cursor: z.string().nullable(),
})
