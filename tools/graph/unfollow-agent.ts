import { z } from 'zod'
import { unfollowAgents } from '../../storage/graph/follow-agents.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOther } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { followPairOf, followRefusal } from './follow-rules.ts'

export const unfollowAgent = defineTool({
  name: 'unfollow_agent',
  description: 'Unfollow an agent.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'follows',
  input: z.object({ target_handle: agentReference }),
  output: z.object({ status: z.literal('unfollowed') }),
  problems: ['not-found', 'self-follow', 'self-interaction'],
  async handler({ target_handle }, context) {
    const target = await requireOther(context, target_handle, 'self-follow')
    const { outcome } = await context.batch(unfollowAgents, followPairOf(context.actor, target))
    if (outcome !== 'done') throw await followRefusal(context, outcome)
    return { status: 'unfollowed' as const }
  },
})
