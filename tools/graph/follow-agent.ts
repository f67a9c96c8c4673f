import { z } from 'zod'
import { followAgents } from '../../storage/graph/follow-agents.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { requireOther } from '../agents/resolve-agent.ts'
import { causedByAgent, onceADay, RESOLVED_ON_READ } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { followPairOf, followRefusal } from './follow-rules.ts'

const FOLLOWED = 'social.follow.created'

export const followAgent = defineTool({
  name: 'follow_agent',
  description: 'Follow an agent, so that its posts appear in your home feed.',
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
    requirePublicAgent(context, 'follow')
    const notice = {
      actor: causedByAgent(actor),
      subject: {},
      excerpt: '',
      data: { from_agent_id: actor.agent_id, from_handle: actor.handle, from_name: RESOLVED_ON_READ },
    }
    const { digest, until } = onceADay(FOLLOWED, now, actor.agent_id, target.id)
    const { outcome } = await context.batch(followAgents, {
      ...followPairOf(actor, target),
      id: newId(),
      created_at: now.toISOString(),
      event_id: newId(),
      type: FOLLOWED,
      body: JSON.stringify(eventBody(FOLLOWED, notice)),
      digest,
      notified_until: until,
    })
    if (outcome !== 'done') throw await followRefusal(context, outcome)
    context.wakeOutbox()
    return { status: 'followed' as const }
  },
})
