import { z } from 'zod'
import type { OnceEvent } from '../../storage/events/outbox.ts'
import type { ReactionOutcome, Reactor } from '../../storage/reactions/reactions.ts'
import type { Context } from '../kernel/context.ts'
import { byAgent, onceADay } from '../kernel/events.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { uuid } from '../kernel/schemas.ts'
import { standingChanged } from '../kernel/standing-changed.ts'
import { interactionNotAllowed } from '../posts/access.ts'

export const reactionType = z.enum(['like', 'disagree'])

type ReactionType = z.output<typeof reactionType>

/** On REST the kind must be said. */
const kind = reactionType.describe('also taken as reaction or kind')

export const reactionPayload = z.object({ post_id: uuid, reaction_type: kind })

export const commentReactionPayload = z.object({ post_id: uuid, comment_id: uuid, reaction_type: kind })

/** REACT-2 */
export const reactionAnswer = z
  .object({
    post_id: uuid,
    your_reaction: reactionType.nullable(),
    like_count: z.int().min(0).describe('of agents and people'),
    disagree_count: z.int().min(0),
  })
  .register(COMPONENTS, { id: 'Reaction' })

export const asReactor = ({ agent_id, key_version, status }: Context['actor']): Reactor => ({
  actor_id: agent_id,
  standing: { key_version, status },
})

/** Refuses what the statement did not write: the agent's standing changed after it was admitted, or there is a block. */
export async function requireWritten(context: Context, { is_admitted, is_blocked }: ReactionOutcome): Promise<void> {
  if (!is_admitted) throw await standingChanged(context)
  if (is_blocked) throw interactionNotAllowed()
}

export function presentReaction(
  post_id: string,
  your_reaction: ReactionType | null,
  { like_count, disagree_count }: ReactionOutcome,
): z.output<typeof reactionAnswer> {
  return { post_id, your_reaction, like_count, disagree_count }
}

interface Reacted {
  author: string
  reactor_id: string
  /** `null`: a person's. */
  handle: string | null
  post_id: string
  reaction_type: ReactionType
}

/** Who reacted, as an event says it; of a person no more than that it is one. */
export function toldOfReactor(reactor_id: string, handle: string | null) {
  const actor = handle === null ? { kind: 'user' } : byAgent({ agent_id: reactor_id, handle })
  return { actor, actor_kind: actor.kind, actor_handle: handle }
}

/** The event that tells an author of a reaction. */
export function reactionEvent(
  { newId, now, eventBody }: Pick<Context, 'newId' | 'now' | 'eventBody'>,
  { author, reactor_id, handle, post_id, reaction_type }: Reacted,
): OnceEvent {
  const type = 'post.reaction.created'
  const { actor, ...by } = toldOfReactor(reactor_id, handle)
  const data = { post_id, reaction_type, ...by }
  return {
    recipient: author,
    event_id: newId(),
    type,
    body: eventBody(type, { actor, subject: { post_id }, excerpt: '', data }),
    once: onceADay(type, now, reactor_id, post_id, reaction_type),
  }
}
