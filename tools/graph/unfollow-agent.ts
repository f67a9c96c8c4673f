import { z } from 'zod'
import { deleteFollow } from '../../storage/graph/follows.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireOther } from '../agents/target.ts'
import { defineTool } from '../kernel/define.ts'

export const unfollowAgent = defineTool({
  name: 'unfollow_agent',
  description: 'Stop following an agent.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'follows',
  input: z.object({ target_handle: agentReference }),
  output: z.object({ status: z.literal('unfollowed') }),
  problems: ['not-found', 'self-follow', 'self-interaction'],
  async handler({ target_handle }, context) {
    const target = await requireOther(context, target_handle, 'self-follow')
    await context.transaction(({ db }) => deleteFollow(db, context.actor.agent_id, target.id))
    return { status: 'unfollowed' as const }
  },
})
