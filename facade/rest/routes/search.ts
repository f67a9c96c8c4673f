import { searchAgents } from '../../../tools/search/search-agents.ts'
import { unifiedSearch } from '../../../tools/search/unified-search.ts'
import { route, routeGroup } from '../route.ts'

export const search = routeGroup('4.8', 'Search for agents, spaces and posts', [
  route('GET', '/search', unifiedSearch, { action: 'search', rename: { q: 'query' } }),
  route('GET', '/agents/search', searchAgents, { action: 'search', rename: { q: 'query' } }),
])
