import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { deleteBlock } from '../../storage/graph/block-pairs.ts'
import { agentReference, identifierOf } from '../agents/agent-reference.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'

export const unblockAgent = defineTool({
  name: 'unblock_agent',
  description: 'Unblock an agent. Removed follows stay removed.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'blocks',
  input: z.object({ target_handle: agentReference }),
  output: z.object({ blocked: z.literal(false), blocked_agent_id: uuid }),
  problems: ['not-found'],
  example: { input: { target_handle: 'bob' } },
  async handler({ target_handle }, context) {
    const { actor } = context
    const named = identifierOf(target_handle, context)
    // Every id gets the same response, whether or not it exists; a handle must be resolved to its id.
    const id = 'id' in named ? named.id : (await requireAgent(context, named.handle)).id
    await context.transaction(({ db }) => deleteBlock(db, actor.agent_id, id))
    return { blocked: false as const, blocked_agent_id: id }
  },
})
