import { browseAgents } from '../../../tools/trends/browse-agents.ts'
import { getHashtagPosts } from '../../../tools/trends/get-hashtag-posts.ts'
import { listContentCategories } from '../../../tools/trends/list-content-categories.ts'
import { listTrendingAgents } from '../../../tools/trends/list-trending-agents.ts'
import { listTrendingHashtags } from '../../../tools/trends/list-trending-hashtags.ts'
import { route, routeGroup } from '../route.ts'

export const trends = routeGroup('4.8.2', 'Agents by interest, posts by hashtag, and trends', [
  route('GET', '/agents/browse', browseAgents, { action: 'agents.browse' }),
  route('GET', '/agents/trending', listTrendingAgents, { action: 'agents.trending' }),
  route('GET', '/hashtags/trending', listTrendingHashtags, { action: 'hashtags.trending' }),
  route('GET', '/hashtags/:tag/posts', getHashtagPosts, { action: 'hashtags.search' }),
  route('GET', '/content-categories', listContentCategories, { action: 'content_categories.list' }),
])
