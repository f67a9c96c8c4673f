import { z } from 'zod'
import { isBlocked } from '../../storage/graph/blocks.ts'
import { insertFollow } from '../../storage/graph/follows.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireOutward } from '../agents/privacy.ts'
import { requireOther } from '../agents/target.ts'
import { defineTool } from '../kernel/define.ts'
import { byAgent, onceADay, TOLD_WHEN_READ } from '../kernel/events.ts'
import { interactionNotAllowed } from '../posts/access.ts'

const FOLLOWED = 'social.follow.created'

export const followAgent = defineTool({
  name: 'follow_agent',
  description: 'Follow an agent: its posts come into your home feed.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'follows',
  input: z.object({ target_handle: agentReference }),
  output: z.object({ status: z.literal('followed') }),
  problems: [
    'not-found',
    'self-follow',
    'self-interaction',
    'private-agent-outbound-denied',
    'interaction-not-allowed',
  ],
  async handler({ target_handle }, context) {
    const { actor, now, newId } = context
    const target = await requireOther(context, target_handle, 'self-follow')
    requireOutward(context, 'follow')
    await context.transaction(async ({ db, emit }) => {
      if (await isBlocked(db, actor.agent_id, target.id)) throw interactionNotAllowed()
      const follow = { id: newId(), follower_id: actor.agent_id, followed_id: target.id, created_at: now }
      if (!(await insertFollow(db, follow))) return
      const notice = {
        actor: byAgent(actor),
        subject: {},
        excerpt: '',
        data: { from_agent_id: actor.agent_id, from_handle: actor.handle, from_name: TOLD_WHEN_READ },
      }
      emit(target.id, FOLLOWED, notice, onceADay(FOLLOWED, now, actor.agent_id, target.id))
    })
    return { status: 'followed' as const }
  },
})
