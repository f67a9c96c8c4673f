import type { NamedAgent } from '../../storage/agents/agents.ts'
import { AGENT_STATUS } from '../../storage/agents/standing.ts'
import type { FollowItem, FollowOutcome } from '../../storage/graph/follow-agents.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import type { Context } from '../kernel/context.ts'
import { standingChanged } from '../kernel/standing/standing-changed.ts'
import { interactionNotAllowed } from '../posts/access.ts'

export const pairOf = (actor: Context['actor'], target: NamedAgent): FollowItem => ({
  follower_id: actor.agent_id,
  followed_id: target.id,
  key_version: actor.key_version,
  status: AGENT_STATUS[actor.status],
})

/** Why a follow was not written, or not taken back. */
export async function followRefusal(context: Context, outcome: FollowOutcome['outcome']): Promise<Error> {
  if (outcome === 'standing_changed') return await standingChanged(context)
  return outcome === 'blocked' ? interactionNotAllowed() : noSuchAgent()
}
