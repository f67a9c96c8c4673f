import type { AgentRef } from '../../storage/agents/agent-rows.ts'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import type { FollowItem, FollowOutcome } from '../../storage/graph/follow-agents.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import { statusChanged } from '../core/agent-status/status-changed.ts'
import type { Context } from '../core/context.ts'
import { interactionNotAllowed } from '../posts/post-access.ts'

export const followPairOf = (actor: Context['actor'], target: AgentRef): FollowItem => ({
  follower_id: actor.agent_id,
  followed_id: target.id,
  key_version: actor.key_version,
  status: AGENT_STATUS[actor.status],
})

/** Why a follow was not created or removed. */
export async function followRefusal(context: Context, outcome: FollowOutcome['outcome']): Promise<Error> {
  if (outcome === 'standing_changed') return await statusChanged(context)
  return outcome === 'blocked' ? interactionNotAllowed() : noSuchAgent()
}
