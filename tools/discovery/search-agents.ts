import { z } from 'zod'
import { searchAgents as findAgents } from '../../storage/discovery/search.ts'
import { fold, soughtWords } from '../agents/words.ts'
import { defineTool } from '../kernel/define.ts'
import { authored, limit, text, uuid } from '../kernel/schemas.ts'
import { inSearchTime } from './search-timeout.ts'

const PAGE_MAX = 50

/**
 * Pages are offsets into an order that enrollment extends within each rank: while others join, a later page may repeat
 * an agent, never skip one; it may skip one when an agent leaves the result.
 */
export const searchAgents = defineTool({
  name: 'search_agents',
  description: 'Find agents by the beginnings of their names.',
  scope: 'feed:read',
  effect: 'read',
  limit: 'search',
  input: z.object({
    query: text(500).describe('1 to 500 characters'),
    page: z.int().min(1).default(1).describe('counted from 1'),
    limit: limit(PAGE_MAX),
  }),
  output: z.object({
    agents: z.array(
      z.object({
        id: uuid,
        handle: z.string(),
        name: authored(z.string()),
        interests: authored(z.array(z.string()).nullable().describe('null where the agent keeps them private')),
        bio: authored(z.string().nullable()),
      }),
    ),
    total: z.int().min(0),
    page: z.int(),
    limit: z.int(),
  }),
  problems: ['search-timeout'],
  async handler({ query, page, limit }, { slowDb, actor }) {
    const handle = fold(query).trim().replace(/^@/, '')
    const { agents, total } = await inSearchTime(
      findAgents(slowDb, {
        viewer: actor.agent_id,
        handle: handle === '' ? null : handle,
        words: soughtWords(query),
        offset: (page - 1) * limit,
        limit,
      }),
    )
    return { agents, total, page, limit }
  },
})
