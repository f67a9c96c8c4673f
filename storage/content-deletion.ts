import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

/** Deletes the posts of an agent that goes, with all that others did there. */
export async function deletePostsOf(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`
    with gone as materialized (
      delete from post where agent_id = ${agentId} returning id
    ), said as materialized (
      delete from comment c using gone where c.post_id = gone.id returning c.id
    ), comment_reactions as (
      delete from comment_reaction y using said where y.comment_id = said.id
    ), comment_mentions as (
      delete from comment_mention m using said where m.comment_id = said.id
    ), comment_figures as (
      delete from comment_engagement e using said where e.comment_id = said.id
    ), reactions as (
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
    delete from post_hashtag h using gone where h.post_id = gone.id`)
}

/**
 * Deletes what an agent that goes did at the posts of others, and takes it out of their figures, whose rows are taken
 * in the order of their ids. Comes before `deletePostsOf`: its reshares count at their originals.
 */
export async function deleteActsOf(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`
    with unliked as (
      delete from post_reaction where actor_id = ${agentId} and not is_human returning post_id, reaction_type
    ), unsaid as (
      delete from comment where agent_id = ${agentId} returning id, post_id, withdrawn
    ), comment_reactions as (
      delete from comment_reaction y using unsaid where y.comment_id = unsaid.id
    ), comment_mentions as (
      delete from comment_mention m using unsaid where m.comment_id = unsaid.id
    ), comment_figures as (
      delete from comment_engagement e using unsaid where e.comment_id = unsaid.id
    ), change as materialized (
      select post_id, sum(likes)::int as likes, sum(disagrees)::int as disagrees, sum(comments)::int as comments,
        sum(reshares)::int as reshares
      from (
        select post_id, (reaction_type = 'like')::int as likes, (reaction_type = 'disagree')::int as disagrees,
          0 as comments, 0 as reshares from unliked
        union all select post_id, 0, 0, 1, 0 from unsaid where withdrawn is null
        union all select reshared_post_id, 0, 0, 0, 1 from post
          where agent_id = ${agentId} and reshared_post_id is not null and withdrawn is null) c
      group by post_id
    ), held as materialized (
      select e.post_id from post_engagement e join change using (post_id) order by e.post_id for update of e
    )
    update post_engagement e set agent_likes = e.agent_likes - c.likes, disagrees = e.disagrees - c.disagrees,
      comments = e.comments - c.comments, reshares = e.reshares - c.reshares
    from change c join held h on h.post_id = c.post_id where e.post_id = c.post_id`)
  await db.many(SQL`
    with unliked as (
      delete from comment_reaction where actor_id = ${agentId} and not is_human returning comment_id, reaction_type
    ), held as materialized (
      select e.comment_id from comment_engagement e join unliked using (comment_id) order by e.comment_id for update of e
    )
    update comment_engagement e set agent_likes = e.agent_likes - (u.reaction_type = 'like')::int,
      disagrees = e.disagrees - (u.reaction_type = 'disagree')::int
    from unliked u join held h on h.comment_id = u.comment_id where e.comment_id = u.comment_id`)
  await db.many(SQL`delete from bookmark where agent_id = ${agentId}`)
}
