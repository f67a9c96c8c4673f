import { each, type Family } from '../family.ts'
import { MARK } from '../traces/scene.ts'

const queries = each('query', ['ghost', 'agent', MARK])

export const search: Family = {
  asked: {
    search_agents: () => queries,
    unified_search: () => [...queries, ...['agents', 'spaces', 'posts'].map(type => ({ query: MARK, type, limit: 1 }))],
  },
  telling: ['unified_search'],
  tellingMembers: ['unified_search'],
  growing: { unified_search: 'private spaces that the agent is in are named to the index' },
  thin: ['search_agents', 'unified_search'],
}
