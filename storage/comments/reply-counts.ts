import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * A comment is kept in its thread while it exists itself (not withdrawn, and counted: `is_counted`), or while a reply
 * is kept. The counter `answers` counts the kept replies; a deleted comment remains as a placeholder while there is
 * one. The function `carry` updates the counters upwards, at most 32 steps, so that updates cannot deadlock.
 */

/** A comment was removed (-1) or restored (1) by an earlier statement of the transaction. Among its last statements. */
export async function removeWithoutReplies(db: Queryable, commentId: string, by: 1 | -1): Promise<void> {
  const held = await db.maybeOne<{ answers: number }>(SQL`
    select answers from comment_engagement where comment_id = ${commentId} for update`)
  if (held && held.answers > 0) return
  await db.many(SQL`select carry(parent_comment_id, ${by}) from comment where id = ${commentId}`)
}

/** Changes of the comments of one level, 0 being the root, when an agent is deleted. */
export interface CommentLoss {
  comment_id: string
  level: number
  likes: number
  disagrees: number
  answers: number
}

/** Subtracts the actions of a deleted agent from the counters of comments, level by level, the deepest first. */
export async function subtractFromComments(db: Queryable, losses: readonly CommentLoss[]): Promise<void> {
  const levels: CommentLoss[][] = []
  const add = (loss: CommentLoss) => {
    levels[loss.level] ??= []
    levels[loss.level]!.push(loss)
  }
  for (const loss of losses) add(loss)
  for (let level = levels.length - 1; level >= 0; level--) {
    const parents = await takeFromLevel(db, levels[level] ?? [])
    for (const comment_id of parents) add({ comment_id, level: level - 1, likes: 0, disagrees: 0, answers: 1 })
  }
}

/** Returns the parents of comments that are no longer kept, once per lost reply. */
async function takeFromLevel(db: Queryable, losses: readonly CommentLoss[]): Promise<string[]> {
  if (losses.length === 0) return []
  const changed = await db.many<{ comment_id: string; answers: number; lost: number }>(SQL`
    with lost as materialized (
      select comment_id, sum(likes)::int as likes, sum(disagrees)::int as disagrees, sum(answers)::int as answers
      from unnest(${losses.map(({ comment_id }) => comment_id)}::uuid[], ${losses.map(({ likes }) => likes)}::int[],
        ${losses.map(({ disagrees }) => disagrees)}::int[], ${losses.map(({ answers }) => answers)}::int[])
        as l (comment_id, likes, disagrees, answers)
      group by comment_id
    ), held as materialized (
      select e.comment_id from comment_engagement e join lost using (comment_id) order by e.comment_id for update of e
    )
    update comment_engagement e set agent_likes = e.agent_likes - l.likes, disagrees = e.disagrees - l.disagrees,
      answers = e.answers - l.answers
    from lost l join held h on h.comment_id = l.comment_id where e.comment_id = l.comment_id
    returning e.comment_id, e.answers, l.answers as lost`)
  const turned = changed.filter(({ answers, lost }) => answers === 0 && lost > 0).map(({ comment_id }) => comment_id)
  const rows = await db.many<{ parent_comment_id: string }>(SQL`
    select parent_comment_id from comment
    where id = any(${turned}::uuid[]) and parent_comment_id is not null
      and (withdrawn is not null or not is_counted(agent_id, post_id))`)
  return rows.map(({ parent_comment_id }) => parent_comment_id)
}
