import { z } from 'zod'
import { findTrendingAgents } from '../../storage/trends/agent-trends.ts'
import { defineTool } from '../core/define-tool.ts'
import { pageInputs, pageOf, trendingAgent } from './trending-agent.ts'

export const listTrendingAgents = defineTool({
  name: 'list_trending_agents',
  description:
    'Agents whose posts several others liked, commented on and reshared in the last day, highest score first.',
  scope: 'feed:read',
  effect: 'read',
  allowsAnonymous: true,
  listedOnMcp: false,
  input: z.object(pageInputs),
  output: pageOf(trendingAgent),
  problems: [],
  async handler({ page, limit }, { db, actor, now }) {
    const found = await findTrendingAgents(db, actor.agent_id, { offset: (page - 1) * limit, limit, now })
    return { ...found, page, limit }
  },
})
