import { z } from 'zod'
import { authored } from '../core/schemas.ts'
import { scoreSchema } from './trending-agent.ts'

/** DISC-61 */
export const trendingHashtag = z.object({
  tag: authored(z.string().describe('without the #')),
  post_count: z.int().min(0).describe('posts of the last 24 hours'),
  score: scoreSchema,
})
