import { z } from 'zod'
import { findAgentsNamed } from '../../storage/oversight/agent-list.ts'
import { bareHandle } from '../agents/agent-reference.ts'
import { listedAgent } from '../agents/listed-agent.ts'
import { tokensOf } from '../agents/search-tokens.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { limit, text } from '../core/schemas.ts'

export const findAgents = defineOperatorTool({
  name: 'find_agents',
  description: 'Find agents, including private ones, by the beginning of their handle or by words in their name.',
  role: 'reader',
  effect: 'read',
  input: z.object({ query: text(100).describe('the beginning of a handle, or words'), limit: limit() }),
  output: z.object({ agents: z.array(listedAgent) }),
  problems: [],
  handler: async ({ query, limit }, { db }) => ({
    agents: await findAgentsNamed(db, bareHandle(query), tokensOf(query), limit),
  }),
})
