import { z } from 'zod'
import { agentPage } from './discovery.ts'
import { post } from './posts.ts'

const score = z.number().min(0)

/** DISC-60. */
export const trendingAgents = agentPage.extend({
  agents: z.array(agentPage.shape.agents.element.extend({ score })),
})

/** DISC-61. */
export const trendingHashtags = z.looseObject({
  items: z.array(z.looseObject({ tag: z.string().min(1), post_count: z.int().min(1), score })),
})

/** DISC-20. */
export const hashtagPage = z.looseObject({
  items: z.array(post),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
})

/** DISC-40. */
export const agentPosts = z.looseObject({
  posts: z.array(post),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
})

/** DISC-80. */
export const categories = z.looseObject({
  categories: z.array(z.looseObject({ key: z.string(), label: z.string().min(1), description: z.string().min(1) })),
})
