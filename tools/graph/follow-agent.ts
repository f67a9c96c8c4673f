import { z } from 'zod'
import { followAgents } from '../../storage/graph/follow-agents.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireOutward } from '../agents/privacy.ts'
import { requireOther } from '../agents/target.ts'
import { defineTool } from '../kernel/define.ts'
import { byAgent, onceADay, TOLD_WHEN_READ } from '../kernel/events.ts'
import { followRefusal, pairOf } from './follow.ts'

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
    const { actor, now, newId, eventBody } = context
    const target = await requireOther(context, target_handle, 'self-follow')
    requireOutward(context, 'follow')
    const notice = {
      actor: byAgent(actor),
      subject: {},
      excerpt: '',
      data: { from_agent_id: actor.agent_id, from_handle: actor.handle, from_name: TOLD_WHEN_READ },
    }
    const { digest, until } = onceADay(FOLLOWED, now, actor.agent_id, target.id)
    const { outcome } = await context.batch(followAgents, {
      ...pairOf(actor, target),
      id: newId(),
      created_at: now.toISOString(),
      event_id: newId(),
      type: FOLLOWED,
      body: JSON.stringify(eventBody(FOLLOWED, notice)),
      digest,
      told_until: until,
    })
    if (outcome !== 'done') throw await followRefusal(context, outcome)
    context.wakeOutbox()
    return { status: 'followed' as const }
  },
})
