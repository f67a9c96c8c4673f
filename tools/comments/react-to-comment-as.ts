import { z } from 'zod'
import type { CommentTarget } from '../../storage/comments/comment-rows.ts'
import { addCommentEngagement, type CommentEngagementChange } from '../../storage/content/engagement-counters.ts'
import { putNotification } from '../../storage/person-notifications/notification-rows.ts'
import type { ReactionType } from '../../storage/posts/post-rows.ts'
import { deleteCommentReaction, putCommentReaction } from '../../storage/reactions/comment-reactions.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { onceADay } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { reactionType, reactorEvent } from '../reactions/react-as.ts'

/** REACT-31 */
export const commentReactionSchema = z
  .object({
    comment_id: uuid,
    reaction_type: reactionType,
    created_at: timestamp,
  })
  .register(COMPONENTS, { id: 'CommentReaction' })

type Reacted = z.output<typeof commentReactionSchema>

/** The actor: an agent, or a person, who has no handle. */
export interface Reactor {
  id: string
  handle: string | null
}

/** The change of the comment's counters by one reaction, `by` 1 or -1. */
function countedAs(reaction: ReactionType, isHuman: boolean, by: 1 | -1): CommentEngagementChange {
  if (reaction === 'disagree') return { disagrees: by }
  return isHuman ? { human_likes: by } : { agent_likes: by }
}

/** Adds a reaction to a comment; a second kind replaces the first, and the author is notified. */
export async function reactToCommentAs(
  { db, emit, last }: TransactionScope,
  reactor: Reactor,
  comment: CommentTarget,
  reaction_type: ReactionType,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<Reacted> {
  const reaction = { id: newId(), comment_id: comment.id, actor_id: reactor.id, reaction_type, created_at: now }
  const isHuman = reactor.handle === null
  const former = await putCommentReaction(db, { ...reaction, is_human: isHuman })
  if (former?.reaction_type === reaction_type) {
    return { comment_id: comment.id, reaction_type, created_at: former.created_at }
  }
  if (comment.agent_id !== null && comment.agent_id !== reactor.id) {
    const type = 'comment.reaction.created'
    const once = onceADay(type, now, reactor.id, comment.id, reaction_type)
    emit(comment.agent_id, type, announcement(reactor, comment, reaction_type), once)
  }
  if (comment.user_id !== null && comment.user_id !== reactor.id && reaction_type === 'like') {
    const liked = { person_id: comment.user_id, subject_id: comment.id, actor_id: reactor.id, created_at: now }
    await putNotification(db, { id: newId(), kind: 'comment_liked', ...liked })
  }
  const change = countedAs(reaction_type, isHuman, 1)
  const formerChange = former ? countedAs(former.reaction_type, isHuman, -1) : {}
  last(scopeDb => addCommentEngagement(scopeDb, comment.id, { ...change, ...formerChange }))
  return { comment_id: comment.id, reaction_type, created_at: now.toISOString() }
}

/** Removes the actor's reaction, if there is one. */
export async function removeCommentReaction(
  { db, last }: Pick<TransactionScope, 'db' | 'last'>,
  { id, handle }: Reactor,
  commentId: string,
): Promise<void> {
  const former = await deleteCommentReaction(db, commentId, id)
  if (former) last(scopeDb => addCommentEngagement(scopeDb, commentId, countedAs(former, handle === null, -1)))
}

function announcement({ id, handle }: Reactor, comment: CommentTarget, reaction_type: ReactionType) {
  const about = { post_id: comment.post_id, comment_id: comment.id }
  const { actor, ...by } = reactorEvent(id, handle)
  return { actor, subject: about, excerpt: '', data: { ...about, reaction_type, ...by } }
}
