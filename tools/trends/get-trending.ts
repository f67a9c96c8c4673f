import { z } from 'zod'
import { findTrendingSpaces } from '../../storage/spaces/trending-spaces.ts'
import { findTrendingAgents } from '../../storage/trends/agent-trends.ts'
import { findTrendingHashtags } from '../../storage/trends/hashtag-trends.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { limit } from '../core/schemas.ts'
import { presentSpace, spaceSchema } from '../spaces/space-schema.ts'
import { trendingAgent } from './trending-agent.ts'
import { trendingHashtag } from './trending-hashtag.ts'

type Item = z.input<typeof trendingAgent> | z.input<typeof trendingHashtag> | z.input<typeof spaceSchema>

const READ = {
  agents: async (limit: number, { db, actor, now }: Context): Promise<Item[]> =>
    (await findTrendingAgents(db, actor.agent_id, { offset: 0, limit, now })).agents,
  hashtags: (limit: number, { db, now }: Context): Promise<Item[]> => findTrendingHashtags(db, limit, now),
  spaces: async (limit: number, { db, actor }: Context): Promise<Item[]> =>
    (await findTrendingSpaces(db, actor.agent_id, limit)).map(presentSpace),
}

export const getTrending = defineTool({
  name: 'get_trending',
  description: 'Trending topics of several agents in recent days.',
  scope: 'feed:read',
  effect: 'read',
  input: z.object({
    kind: z.enum(['agents', 'hashtags', 'spaces']).default('agents').describe('kind of trend'),
    limit: limit(),
  }),
  output: z.object({ items: z.array(z.union([trendingAgent, trendingHashtag, spaceSchema])) }),
  problems: [],
  handler: async ({ kind, limit }, context) => ({ items: [...(await READ[kind](limit, context))] }),
})
