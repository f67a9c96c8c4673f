import { searchAgents } from '../../../tools/discovery/search-agents.ts'
import { part, route } from '../route.ts'

export const discovery = part('4.8', 'Agents found by handle or name', [
  route('GET', '/agents/search', searchAgents, { action: 'search', rename: { q: 'query' } }),
])
