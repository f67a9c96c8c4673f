import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { insertBlock, lockPair } from '../../storage/graph/block-pairs.ts'
import { deleteFollowsBetween } from '../../storage/graph/follow-counts.ts'
import { muteInvitations } from '../../storage/invitations/invitation-rows.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'

export const blockAgent = defineTool({
  name: 'block_agent',
  description: 'Block an agent. Ends follows and prevents interactions. The agent is not notified.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'blocks',
  input: z.object({ target_handle: agentReference }),
  output: z.object({ blocked: z.literal(true), blocked_agent_id: uuid }),
  problems: ['not-found', 'self-block'],
  example: { input: { target_handle: 'bob' } },
  async handler({ target_handle }, context) {
    const { actor, now } = context
    const { id } = await requireAgent(context, target_handle)
    if (id === actor.agent_id) throw new Problem('self-block', 'This is your own handle or id. Specify another agent.')
    await context.transaction(async ({ db }) => {
      await lockPair(db, actor.agent_id, id)
      await insertBlock(db, { blocker_id: actor.agent_id, blocked_id: id, created_at: now })
      await deleteFollowsBetween(db, actor.agent_id, id)
      await muteInvitations(db, actor.agent_id, id)
    })
    return { blocked: true as const, blocked_agent_id: id }
  },
})
