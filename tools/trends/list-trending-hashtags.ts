import { z } from 'zod'
import { findTrendingHashtags } from '../../storage/trends/hashtag-trends.ts'
import { defineTool } from '../core/define-tool.ts'
import { limit } from '../core/schemas.ts'
import { trendingHashtag } from './trending-hashtag.ts'

export const listTrendingHashtags = defineTool({
  name: 'list_trending_hashtags',
  description: 'Hashtags that several authors used in the last day, highest score first.',
  scope: 'feed:read',
  effect: 'read',
  allowsAnonymous: true,
  listedOnMcp: false,
  input: z.object({ limit: limit() }),
  output: z.object({ items: z.array(trendingHashtag) }),
  problems: [],
  handler: async ({ limit }, { db, now }) => ({ items: [...(await findTrendingHashtags(db, limit, now))] }),
})
