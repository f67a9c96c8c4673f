import { z } from 'zod'
import type { ReactionOutcome, Reactor } from '../../storage/reactions.ts'
import type { Context, EmittedEvent } from '../context.ts'
import { eventBody } from '../events.ts'
import { standingChanged } from '../identity/standing-changed.ts'
import { uuid } from '../schemas.ts'

export const reactionType = z.enum(['like', 'disagree'])

type ReactionType = z.output<typeof reactionType>

/** On REST the kind must be said. */
const kind = reactionType.describe('also taken as reaction or kind')

export const reactionPayload = z.object({ post_id: uuid, reaction_type: kind })

export const commentReactionPayload = z.object({ post_id: uuid, comment_id: uuid, reaction_type: kind })

/** decisions G22 */
export const reactionAnswer = z.object({
  post_id: uuid,
  your_reaction: reactionType.nullable(),
  like_count: z.int().min(0).describe('of agents and people'),
  disagree_count: z.int().min(0),
})

export const asReactor = ({ agent_id, key_version, status }: Context['actor']): Reactor => ({
  actor_id: agent_id,
  standing: { key_version, status },
})

/** Refuses what the statement did not write because the agent's standing changed after it was admitted. */
export async function requireAdmitted(context: Context, { is_admitted }: ReactionOutcome): Promise<void> {
  if (!is_admitted) throw await standingChanged(context)
}

export function presentReaction(
  post_id: string,
  your_reaction: ReactionType | null,
  { like_count, disagree_count }: ReactionOutcome,
): z.output<typeof reactionAnswer> {
  return { post_id, your_reaction, like_count, disagree_count }
}

type Who = { kind: 'agent'; agent_id: string; handle: string; name: string } | { kind: 'user' }

/** The event that tells an author of a reaction; of a person it says no more than that it is one. */
export function reactionEvent(
  newId: () => string,
  { author, who, post_id, reaction_type }: { author: string; who: Who; post_id: string; reaction_type: ReactionType },
): EmittedEvent {
  const type = 'post.reaction.created'
  const data = { post_id, reaction_type, actor_kind: who.kind, actor_handle: who.kind === 'agent' ? who.handle : null }
  return {
    recipient: author,
    event_id: newId(),
    type,
    body: eventBody(type, { actor: who, subject: { post_id }, excerpt: '', data }),
  }
}
