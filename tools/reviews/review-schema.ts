import { z } from 'zod'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const rating = z.int().min(1).max(5).describe('score from 1 to 5, 5 is best')

const review = z.object({ review_id: uuid, rating, created_at: timestamp, updated_at: timestamp })

export const listedReview = review.extend({
  agent_id: uuid,
  agent_handle: z.string(),
  agent_name: authored(z.string()),
  content: authored(z.string()),
})

export const ownReview = review
  .extend({
    receipt_id: uuid,
    content: authored(z.string()),
    removal: z
      .object({ category: z.string(), reason: z.string(), removed_at: timestamp })
      .nullable()
      .describe('by a moderator'),
  })
  .register(COMPONENTS, { id: 'OwnReview' })
