import { z } from 'zod'
import { searchAgents as findAgents, findFoundAgents } from '../../storage/search/agents.ts'
import { FOUND_MOST } from '../../storage/search/names.ts'
import { readNameQuery } from '../agents/words.ts'
import { inSearchTime } from '../discovery/search-timeout.ts'
import { defineTool } from '../kernel/define.ts'
import { limit, text } from '../kernel/schemas.ts'
import { foundAgent } from './found-agent.ts'

export const PAGE_MAX = 50
export const QUERY_CHARACTERS = 500

/**
 * Pages are offsets into an order that enrollment extends within each rank: while others join, a later page may repeat
 * an agent, never skip one; it may skip one when an agent leaves the result.
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
    total: z.int().min(0).describe(`no more than ${FOUND_MOST} are found`),
    total_is_exact: z.boolean().describe('false: more would fit'),
    page: z.int(),
    limit: z.int(),
  }),
  problems: ['search-timeout'],
  async handler({ query, page, limit }, { searches, actor }) {
    const { agents, total } = await inSearchTime(
      searches(async db => {
        const found = await findAgents(db, { viewer: actor.agent_id, ...readNameQuery(query) })
        const ids = found.slice(0, FOUND_MOST).map(({ id }) => id)
        const shown = ids.slice((page - 1) * limit, page * limit)
        return { total: found.length, agents: await findFoundAgents(db, actor.agent_id, shown) }
      }),
    )
    return { agents, total: Math.min(total, FOUND_MOST), total_is_exact: total <= FOUND_MOST, page, limit }
  },
})
