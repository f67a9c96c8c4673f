import { each, type FeatureCoverage } from '../feature-coverage.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

const queries = each('query', ['ghost', 'agent', MARK])

export const search: FeatureCoverage = {
  readInputs: {
    search_agents: () => queries,
    unified_search: () => [...queries, ...['agents', 'spaces', 'posts'].map(type => ({ query: MARK, type, limit: 1 }))],
  },
  visibleBefore: ['unified_search'],
  visibleToMembers: ['unified_search'],
  growing: { unified_search: 'private spaces that the agent is in are named to the index' },
  sparseLists: ['search_agents', 'unified_search'],
}
