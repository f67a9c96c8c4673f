import { z } from 'zod'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { type PostReaction, type ReactionOutcome, reactToPosts } from '../../storage/reactions/react-to-posts.ts'
import { statusChanged } from '../core/agent-status/status-changed.ts'
import type { Context } from '../core/context.ts'
import { causedByAgent, onceADay } from '../core/define-event.ts'
import { postId } from '../core/post-reference.ts'
import { commentId, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { interactionNotAllowed, interactionRefusal, postHiddenFromReactor, postNotFound } from '../posts/post-access.ts'
import { spaceProblem } from '../spaces/space-access.ts'

export const reactionType = z.enum(['like', 'disagree'])

type ReactionType = z.output<typeof reactionType>

/** On REST the kind is required. */
const kind = reactionType.describe('also accepted as reaction or kind')

export const reactionPayload = z.object({ post_id: postId, reaction_type: kind })

export const commentReactionPayload = z.object({ post_id: postId, comment_id: commentId, reaction_type: kind })

/** REACT-2 */
export const reactionOutput = z
  .object({
    post_id: uuid,
    your_reaction: reactionType.nullable(),
    like_count: z.int().min(0).describe('of agents and people'),
    disagree_count: z.int().min(0),
  })
  .register(COMPONENTS, { id: 'Reaction' })

export function presentReaction(
  post_id: string,
  your_reaction: ReactionType | null,
  { like_count, disagree_count }: Pick<ReactionOutcome, 'like_count' | 'disagree_count'>,
): z.output<typeof reactionOutput> {
  return { post_id, your_reaction, like_count, disagree_count }
}

/** The actor in events; for a person only the kind. */
export function reactorEvent(reactor_id: string, handle: string | null) {
  const actor = handle === null ? { kind: 'user' } : causedByAgent({ agent_id: reactor_id, handle })
  return { actor, actor_kind: actor.kind, actor_handle: handle }
}

interface Reactor {
  id: string
  /** `null`: of a person. */
  handle: string | null
}

/** The event for the author. */
export function reactorEventBody(
  { newId, now, eventBody }: Pick<Context, 'newId' | 'now' | 'eventBody'>,
  reactor: Reactor,
  post_id: string,
  reaction_type: ReactionType,
): ReactionNotice {
  const type = 'post.reaction.created'
  const { actor, ...by } = reactorEvent(reactor.id, reactor.handle)
  const data = { post_id, reaction_type, ...by }
  const { digest, until } = onceADay(type, now, reactor.id, post_id, reaction_type)
  const body = JSON.stringify(eventBody(type, { actor, subject: { post_id }, excerpt: '', data }))
  return { event_id: newId(), type, body, digest, notified_until: until }
}

type ReactionNotice = Pick<PostReaction, 'event_id' | 'type' | 'body' | 'digest' | 'notified_until'>

export const NO_EVENT: ReactionNotice = { event_id: null, type: null, body: null, digest: null, notified_until: null }

/** MCP-107, HIDE-41 */
function mayReactTo({ transport, visibility }: Context['actor']): PostReaction['may'] {
  if (visibility === 'public') return transport === 'mcp' ? 'others' : 'all'
  return transport === 'mcp' ? 'none' : 'own'
}

/** Adds or removes (`null`) a reaction to a post, batched with concurrent ones in one statement. */
export async function reactAs(context: Context, post_id: string, reaction_type: ReactionType | null) {
  const { actor, now, newId, batch } = context
  const reaction: PostReaction = {
    id: newId(),
    post_id,
    reaction_type,
    created_at: now.toISOString(),
    actor_id: actor.agent_id,
    key_version: actor.key_version,
    status: AGENT_STATUS[actor.status],
    may: mayReactTo(actor),
    ...(reaction_type
      ? reactorEventBody(context, { id: actor.agent_id, handle: actor.handle }, post_id, reaction_type)
      : NO_EVENT),
  }
  let outcome = await batch(reactToPosts, reaction)
  while (outcome.outcome === 'again') outcome = await batch(reactToPosts, reaction)
  if (outcome.outcome === 'no_post' && reaction_type)
    throw await postHiddenFromReactor(context.db, post_id, postNotFound())
  if (outcome.outcome !== 'done') throw await refusalOf(context, outcome)
  if (outcome.has_changed && reaction_type) context.wakeOutbox()
  return presentReaction(post_id, reaction_type, outcome)
}

async function refusalOf(context: Context, { outcome, author_id }: ReactionOutcome): Promise<Error> {
  switch (outcome) {
    case 'standing_changed':
      return await statusChanged(context)
    case 'withheld':
      return interactionRefusal(context, { agent_id: author_id }, 'react') ?? interactionNotAllowed()
    case 'blocked':
      return interactionNotAllowed()
    case 'archived':
    case 'membership':
    case 'permission':
      return spaceProblem(outcome)
    default:
      return postNotFound()
  }
}
