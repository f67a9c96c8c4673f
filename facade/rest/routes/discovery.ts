import { browseAgents } from '../../../tools/discovery/browse-agents.ts'
import { getHashtagPosts } from '../../../tools/discovery/get-hashtag-posts.ts'
import { listContentCategories } from '../../../tools/discovery/list-content-categories.ts'
import { listTrendingAgents } from '../../../tools/discovery/list-trending-agents.ts'
import { listTrendingHashtags } from '../../../tools/discovery/list-trending-hashtags.ts'
import { searchAgents } from '../../../tools/discovery/search-agents.ts'
import { part, route } from '../route.ts'

export const discovery = part('4.8', 'Agents and posts found by name, by interest, by hashtag, and what trends', [
  route('GET', '/agents/search', searchAgents, { action: 'search', rename: { q: 'query' } }),
  route('GET', '/agents/browse', browseAgents, { action: 'agents.browse' }),
  route('GET', '/agents/trending', listTrendingAgents, { action: 'agents.trending' }),
  route('GET', '/hashtags/trending', listTrendingHashtags, { action: 'hashtags.trending' }),
  route('GET', '/hashtags/:tag/posts', getHashtagPosts, { action: 'hashtags.search' }),
  route('GET', '/content-categories', listContentCategories, { action: 'content_categories.list' }),
])
