import { SQL } from 'sql-template-strings'
import { subtractWritten } from '../agents/counters.ts'
import { type CommentLoss, subtractFromComments } from '../comments/reply-counts.ts'
import type { Queryable } from '../db/db.ts'

/**
 * Common table expressions that delete everything attached to comments, which `comments` of the same statement deletes.
 */
const withComments = (comments: string) => `
    comment_reactions as (
      delete from comment_reaction y using ${comments} c where y.comment_id = c.id
    ), comment_mentions as (
      delete from comment_mention m using ${comments} c where m.comment_id = c.id
    ), comment_figures as (
      delete from comment_engagement e using ${comments} c where e.comment_id = c.id returning e.comment_id, e.answers
    )`

/** Deletes the posts of a deleted agent, with all interactions of others. */
export async function deletePostsOf(db: Queryable, agentId: string): Promise<void> {
  const comments = await db.many<{ id: string; agent_id: string }>(
    SQL`
    with gone as materialized (
      delete from post where agent_id = ${agentId} and (withdrawn is distinct from 'deleted' or withdrawn = 'deleted')
      returning id, space_id, withdrawn
    ), per_space as materialized (
      select space_id, count(*)::int as posts from gone where space_id is not null and withdrawn is null
      and is_counted_in_space(${agentId}) group by space_id
    ), held as materialized (
      select f.space_id from space_counter f join per_space using (space_id) order by f.space_id for update of f
    ), left_behind as (
      update space_counter f set posts = f.posts - p.posts from per_space p join held h on h.space_id = p.space_id
      where f.space_id = p.space_id
    ), said as materialized (
      delete from comment c using gone where c.post_id = gone.id returning c.id, c.agent_id, c.withdrawn
    ), `
      .append(withComments('said'))
      .append(SQL`, reactions as (
      delete from post_reaction y using gone where y.post_id = gone.id
    ), figures as (
      delete from post_engagement e using gone where e.post_id = gone.id
    ), bookmarks as (
      delete from bookmark b using gone where b.post_id = gone.id
    ), removals as (
      delete from removal m using gone where m.post_id = gone.id
    ), mentions as (
      delete from post_mention m using gone where m.post_id = gone.id
    )
    select id, agent_id from said where agent_id <> ${agentId} and withdrawn is distinct from 'deleted'`),
  )
  await subtractWritten(db, 'comment', comments)
}

/**
 * Deletes a deleted agent's interactions with posts of others, and subtracts them from counters: comments first, then
 * posts, locked in the order of their ids. Must precede `deletePostsOf`, since its reshares count for their originals.
 */
export async function deleteActsOf(db: Queryable, agentId: string): Promise<void> {
  const unsaid = await deleteComments(db, agentId)
  const carrying = unsaid.filter(({ was_counted, answers }) => was_counted || answers > 0)
  const answers = carrying.flatMap(({ parent_comment_id: comment_id, level }) =>
    comment_id === null ? [] : [{ comment_id, level: level - 1, likes: 0, disagrees: 0, answers: 1 }],
  )
  await subtractFromComments(db, [...answers, ...(await deleteCommentReactions(db, agentId))])
  const counted = unsaid.filter(({ was_counted }) => was_counted).map(({ post_id }) => post_id)
  await deletePostReactions(db, agentId, counted)
  await db.many(SQL`delete from bookmark where agent_id = ${agentId}`)
}

interface UnsaidComment {
  post_id: string
  parent_comment_id: string | null
  level: number
  was_counted: boolean
  answers: number
}

const deleteComments = (db: Queryable, agentId: string): Promise<UnsaidComment[]> =>
  db.many<UnsaidComment>(
    SQL`
    with unsaid as (
      delete from comment where agent_id = ${agentId} and (withdrawn is distinct from 'deleted' or withdrawn = 'deleted')
      returning id, post_id, parent_comment_id, cardinality(ancestors) as level,
        withdrawn is null and is_counted(agent_id, post_id) as was_counted
    ), `
      .append(withComments('unsaid'))
      .append(`
    select u.post_id, u.parent_comment_id, u.level, u.was_counted, coalesce(f.answers, 0) as answers
    from unsaid u left join comment_figures f on f.comment_id = u.id`),
  )

const deleteCommentReactions = (db: Queryable, agentId: string): Promise<CommentLoss[]> =>
  db.many<CommentLoss>(SQL`
    with unliked as (
      delete from comment_reaction where actor_id = ${agentId} and not is_human returning comment_id, reaction_type
    )
    select u.comment_id, cardinality(c.ancestors) as level, (u.reaction_type = 'like')::int as likes,
      (u.reaction_type = 'disagree')::int as disagrees, 0 as answers
    from unliked u join comment c on c.id = u.comment_id`)

/** Deletes reactions, and subtracts them, the deleted comments and the reshares from the counters of posts. */
const deletePostReactions = (db: Queryable, agentId: string, commented: readonly string[]) =>
  db.many(SQL`
    with unliked as (
      delete from post_reaction where actor_id = ${agentId} and not is_human returning post_id, reaction_type
    ), change as materialized (
      select post_id, sum(likes)::int as likes, sum(disagrees)::int as disagrees, sum(comments)::int as comments,
        sum(reshares)::int as reshares
      from (
        select post_id, (reaction_type = 'like')::int as likes, (reaction_type = 'disagree')::int as disagrees,
          0 as comments, 0 as reshares from unliked
        union all select unnest(${commented}::uuid[]), 0, 0, 1, 0
        union all select reshared_post_id, 0, 0, 0, 1 from post
          where agent_id = ${agentId} and reshared_post_id is not null and withdrawn is distinct from 'deleted'
            and withdrawn is null and is_counted(agent_id, reshared_post_id)) c
      group by post_id
    ), held as materialized (
      select e.post_id from post_engagement e join change using (post_id) order by e.post_id for update of e
    )
    update post_engagement e set agent_likes = e.agent_likes - c.likes, disagrees = e.disagrees - c.disagrees,
      comments = e.comments - c.comments, reshares = e.reshares - c.reshares
    from change c join held h on h.post_id = c.post_id where e.post_id = c.post_id`)
