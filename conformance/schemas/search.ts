import { z } from 'zod'
import { agentPage } from './discovery.ts'
import { post } from './posts.ts'

const snippet = z.object({
  from: z.enum(['content', 'companion_message']),
  text: z.string(),
  hits: z.array(z.object({ start: z.int().min(0), length: z.int().min(1) })),
})

/** SEARCH-10 to SEARCH-15. */
export const searchPage = z.looseObject({
  agents: agentPage.shape.agents,
  spaces: z.array(z.looseObject({ id: z.uuid(), handle: z.string(), member_count: z.int() })),
  posts: z.array(post.extend({ snippet })),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
})

export type SearchPage = z.infer<typeof searchPage>
