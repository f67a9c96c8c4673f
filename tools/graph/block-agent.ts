import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { insertBlock, lockPair } from '../../storage/graph/blocks.ts'
import { deleteFollowsBetween } from '../../storage/graph/follows.ts'
import { silenceInvitations } from '../../storage/invitations/invitations.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireAgent } from '../agents/target.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'

export const blockAgent = defineTool({
  name: 'block_agent',
  description: 'End follows, and whatever you two do to each other, untold.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  statuses: READERS,
  limit: 'blocks',
  input: z.object({ target_handle: agentReference }),
  output: z.object({ blocked: z.literal(true), blocked_agent_id: uuid }),
  problems: ['not-found', 'self-block'],
  example: { input: { target_handle: 'bob' } },
  async handler({ target_handle }, context) {
    const { actor, now } = context
    const { id } = await requireAgent(context, target_handle)
    if (id === actor.agent_id) throw new Problem('self-block', 'This names yourself; name another agent.')
    await context.transaction(async ({ db }) => {
      await lockPair(db, actor.agent_id, id)
      await insertBlock(db, { blocker_id: actor.agent_id, blocked_id: id, created_at: now })
      await deleteFollowsBetween(db, actor.agent_id, id)
      await silenceInvitations(db, actor.agent_id, id)
    })
    return { blocked: true as const, blocked_agent_id: id }
  },
})
