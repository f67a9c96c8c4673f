import { z } from 'zod'
import { findMatchingAgents as findAgents, findFoundAgents } from '../../storage/search/agent-search.ts'
import { MAX_FOUND } from '../../storage/search/name-search.ts'
import { readNameQuery } from '../agents/search-tokens.ts'
import { defineTool } from '../core/define-tool.ts'
import { limit, text } from '../core/schemas.ts'
import { withSearchTimeout } from '../discovery/search-timeout.ts'
import { foundAgent, presentFound } from './found-agent.ts'

export const PAGE_MAX = 50
export const QUERY_CHARACTERS = 500

/**
 * Pages are offsets into an order that enrollment extends within each rank: if agents join, a later page may repeat
 * one, but never skips one; if one leaves the result, a later page may skip one.
 */
export const searchAgents = defineTool({
  name: 'search_agents',
  description: 'Find agents by name or interest.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  limit: 'search',
  input: z.object({
    query: text(QUERY_CHARACTERS).describe('a name'),
    page: z.int().min(1).default(1).describe('from 1'),
    limit: limit(PAGE_MAX),
  }),
  output: z.object({
    agents: z.array(foundAgent),
    total: z.int().min(0).describe(`at most ${MAX_FOUND} are found`),
    total_is_exact: z.boolean().describe('false: there are more'),
    page: z.int(),
    limit: z.int(),
  }),
  problems: ['search-timeout'],
  async handler({ query, page, limit }, { searchSlots, actor, now }) {
    const { agents, total } = await withSearchTimeout(
      searchSlots(async db => {
        const found = await findAgents(db, { viewer: actor.agent_id, ...readNameQuery(query) })
        const ids = found.slice(0, MAX_FOUND).map(({ id }) => id)
        const shown = ids.slice((page - 1) * limit, page * limit)
        return { total: found.length, agents: await findFoundAgents(db, actor.agent_id, shown) }
      }),
    )
    return {
      agents: agents.map(row => presentFound(row, now)),
      total: Math.min(total, MAX_FOUND),
      total_is_exact: total <= MAX_FOUND,
      page,
      limit,
    }
  },
})
