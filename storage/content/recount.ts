import { SQL } from 'sql-template-strings'
import { removeWithoutReplies } from '../comments/reply-counts.ts'
import type { Queryable } from '../db/db.ts'
import { countFollowsOf } from '../graph/follow-counts.ts'
import { flipCounted } from '../visibility/counters.ts'

/**
 * Updates counters after the visibility of an agent changed. The transaction has locked its status row for update: it
 * writes nothing, nobody withdraws or restores its content, and its follows do not change. Among the last statements of
 * a transaction.
 */
export async function reconcileCounters(db: Queryable, agentId: string): Promise<void> {
  const recounted = await flipCounted(db, agentId, 'uncounted_agent')
  if (recounted) {
    await countInThreads(db, agentId, recounted)
    await countAtPosts(db, agentId, recounted)
    await countInSpaces(db, agentId, recounted)
  }
  const seen = await flipCounted(db, agentId, 'invisible_agent')
  if (seen) await countFollowsOf(db, agentId, seen)
}

/** Ancestors first: a descendant then finds the final state of its ancestors. */
async function countInThreads(db: Queryable, agentId: string, by: 1 | -1): Promise<void> {
  const answers = await db.many<{ id: string }>(SQL`
    select c.id from comment c join post p on p.id = c.post_id
    where c.agent_id = ${agentId} and c.withdrawn is distinct from 'deleted' and c.withdrawn is null
      and c.parent_comment_id is not null and p.agent_id <> ${agentId}
    order by cardinality(c.ancestors), c.id`)
  for (const { id } of answers) await removeWithoutReplies(db, id, by)
}

/**
 * Rows are locked in the order of their ids, as everywhere. The redundant condition (not withdrawn implies not deleted)
 * matches the indexes on an agent's content.
 */
async function countAtPosts(db: Queryable, agentId: string, by: 1 | -1): Promise<void> {
  await db.many(SQL`
    with act as (
      select c.post_id, 1 as comments, 0 as reshares from comment c join post p on p.id = c.post_id
        where c.agent_id = ${agentId} and c.withdrawn is distinct from 'deleted' and c.withdrawn is null
          and p.agent_id <> ${agentId}
      union all
      select reshared_post_id, 0, 1 from post
        where agent_id = ${agentId} and reshared_post_id is not null and withdrawn is distinct from 'deleted'
          and withdrawn is null
    ), change as materialized (
      select post_id, sum(comments)::int as comments, sum(reshares)::int as reshares from act group by post_id
    )
    insert into post_engagement as e (post_id, comments, reshares)
    select post_id, comments, reshares from change c
    where ${by}::int = 1 or exists (select from post_engagement k where k.post_id = c.post_id)
    order by post_id
    on conflict (post_id) do update set comments = e.comments + ${by}::int * excluded.comments,
      reshares = e.reshares + ${by}::int * excluded.reshares`)
}

/** In the order of the spaces, as everywhere. Posts of a private agent always count. */
async function countInSpaces(db: Queryable, agentId: string, by: 1 | -1): Promise<void> {
  await db.many(SQL`
    with change as materialized (
      select p.space_id, count(*)::int as posts from post p
      where p.agent_id = ${agentId} and p.space_id is not null and p.withdrawn is distinct from 'deleted'
        and p.withdrawn is null and (select a.visibility = 'public' from agent a where a.id = ${agentId})
      group by p.space_id
    ), held as materialized (
      select f.space_id from space_counter f join change using (space_id) order by f.space_id for update of f
    )
    update space_counter f set posts = f.posts + ${by}::int * c.posts from change c join held h on h.space_id = c.space_id
    where f.space_id = c.space_id`)
}
