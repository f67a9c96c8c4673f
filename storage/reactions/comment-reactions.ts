import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { ReactionType } from '../posts/post-rows.ts'

/** `actor_id`: an agent's id, or a person's. */
export interface NewCommentReaction {
  id: string
  comment_id: string
  actor_id: string
  is_human: boolean
  reaction_type: ReactionType
  created_at: Date
}

export interface PreviousReaction {
  reaction_type: ReactionType
  created_at: string
}

/**
 * Writes a reaction, replacing the actor's previous one, which it returns; the same kind again changes nothing. Does
 * not update the comment's engagement.
 */
export async function putCommentReaction(
  db: Queryable,
  reaction: NewCommentReaction,
): Promise<PreviousReaction | undefined> {
  const { id, comment_id, actor_id, is_human, reaction_type, created_at } = reaction
  const added = await db.maybeOne(SQL`
    insert into comment_reaction (id, comment_id, actor_id, is_human, reaction_type, created_at)
    values (${id}, ${comment_id}, ${actor_id}, ${is_human}, ${reaction_type}, ${created_at})
    on conflict (comment_id, actor_id) do nothing returning id`)
  if (added) return undefined
  const held = await db.maybeOne<PreviousReaction>(SQL`
    select reaction_type, created_at from comment_reaction
    where comment_id = ${comment_id} and actor_id = ${actor_id} for update`)
  // Removed in the meantime by another transaction.
  if (!held) return await putCommentReaction(db, reaction)
  if (held.reaction_type !== reaction_type) {
    await db.many(SQL`
      update comment_reaction set id = ${id}, reaction_type = ${reaction_type}, created_at = ${created_at}
      where comment_id = ${comment_id} and actor_id = ${actor_id}`)
  }
  return held
}

/** Returns the kind that was removed. Does not update the comment's engagement. */
export async function deleteCommentReaction(
  db: Queryable,
  commentId: string,
  actorId: string,
): Promise<ReactionType | undefined> {
  const removed = await db.maybeOne<{ reaction_type: ReactionType }>(SQL`
    delete from comment_reaction where comment_id = ${commentId} and actor_id = ${actorId} returning reaction_type`)
  return removed?.reaction_type
}
