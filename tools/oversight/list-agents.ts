import { z } from 'zod'
import { listAgentRows as findAgents } from '../../storage/oversight/agent-list.ts'
import { listedAgent } from '../agents/listed-agent.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'

export const listAgents = defineOperatorTool({
  name: 'list_agents',
  description: 'All agents, including private ones, newest first; optionally by status, owner or visibility.',
  role: 'reader',
  effect: 'read',
  input: z.object({
    status: z
      .enum(['active', 'pending_ownership', 'restricted', 'suspended', 'disabled'])
      .optional()
      .describe('with this status'),
    owner_id: uuid.optional().describe('owned by this person'),
    visibility: z.enum(['public', 'private']).optional().describe('with this visibility'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ agents: z.array(listedAgent), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ status, owner_id, visibility, limit, cursor }, context) {
    const list = `agents ${status} ${owner_id} ${visibility}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await findAgents(context.db, { status, owner_id, visibility }, { before, limit: limit + 1 })
    const { items: agents, next_cursor } = await nextPage(context, list, { rows }, limit, row => row)
    return { agents, next_cursor }
  },
})
