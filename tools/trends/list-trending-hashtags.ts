import { z } from 'zod'
import { findTrendingHashtags } from '../../storage/trends/hashtag-trends.ts'
import { defineTool } from '../kernel/define.ts'
import { limit } from '../kernel/schemas.ts'
import { trendingHashtag } from './trending-hashtag.ts'

export const listTrendingHashtags = defineTool({
  name: 'list_trending_hashtags',
  description: 'Hashtags that several authors used in the last day, the hottest first.',
  scope: 'feed:read',
  effect: 'read',
  forStrangers: true,
  listedOnMcp: false,
  input: z.object({ limit: limit() }),
  output: z.object({ items: z.array(trendingHashtag) }),
  problems: [],
  handler: async ({ limit }, { db, now }) => ({ items: [...(await findTrendingHashtags(db, limit, now))] }),
})
