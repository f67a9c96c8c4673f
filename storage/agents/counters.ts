import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Counters of what an agent wrote and did not delete. A job counts posts and comments in the order of their ids;
 * readers add what is newer than the job's position. Deleting counted content subtracts it.
 */

type Kind = 'post' | 'comment'

/** Rows per call of `addWritten`. */
const ROWS = 5_000

const written = (kind: Kind, agent: string) => `(
  coalesce((select t.${kind}s from agent_counter t where t.agent_id = ${agent}), 0)
    + (select count(*)::int from ${kind} k where k.agent_id = ${agent} and k.withdrawn is distinct from 'deleted'
      and k.id > (select u.${kind}s_counted_through from recount_run u where u.is_only)))`

/** The number of posts of an agent that are not deleted. */
export const postCount = (agent: string): string => `greatest(0, ${written('post', agent)})`

/** Comments that were deleted with their posts are subtracted only if they are among an agent's newest. */
const NEWEST_COMMENTS = 100

/** Like `postCount`, for comments; except for the oldest of very many, only those that the agent can still see. */
export const commentCount = (agent: string): string => `greatest(0, ${written('comment', agent)} - (
  select count(*)::int - count(v.id)::int from (
    select k.id from comment k where k.agent_id = ${agent} and k.withdrawn is distinct from 'deleted'
    order by k.id desc limit ${NEWEST_COMMENTS}) k
  left join lateral (select c.id from comments_visible_to(${agent}) c where c.id = k.id limit 1) v on true))`

/** Counts the next posts and comments up to that id; `false` when all are counted. Call it in a transaction. */
export async function addWritten(db: Queryable, upTo: string): Promise<boolean> {
  // Content deleted meanwhile waits for the new position, or is seen as deleted by the statements below.
  const counted = await db.one<{ posts_counted_through: string; comments_counted_through: string }>(SQL`
    select posts_counted_through, comments_counted_through from recount_run for update`)
  const [posts, comments] = [
    await countNext(db, 'post', counted.posts_counted_through, upTo),
    await countNext(db, 'comment', counted.comments_counted_through, upTo),
  ]
  return Math.max(posts, comments) === ROWS
}

async function countNext(db: Queryable, kind: Kind, after: string, upTo: string): Promise<number> {
  const { rows } = await db.one<{ rows: number }>(
    SQL`with part as materialized (select id, agent_id, withdrawn from `
      .append(kind)
      .append(SQL` where id > ${after} and id <= ${upTo} order by id limit ${ROWS}`)
      .append(`), counted as (
        insert into agent_counter as t (agent_id, posts, comments)
        select agent_id, ${kind === 'post' ? 'count(*), 0' : '0, count(*)'} from part
        where agent_id is not null and withdrawn is distinct from 'deleted' group by agent_id order by agent_id
        on conflict (agent_id) do update set ${kind}s = t.${kind}s + excluded.${kind}s
      ), moved as (
        update recount_run set ${kind}s_counted_through = (select id from part order by id desc limit 1) where exists (select from part)
      ) select count(*)::int as rows from part`),
  )
  return rows
}

/** Subtracts deleted posts or comments from the counters. Last in a transaction. */
export async function subtractWritten(db: Queryable, kind: Kind, rows: readonly { id: string; agent_id: string }[]) {
  if (rows.length === 0) return
  const statement: SQLStatement = SQL`select `.append(
    `${kind}s_counted_through as counted_through from recount_run for share`,
  )
  const { counted_through: countedThrough } = await db.one<{ counted_through: string }>(statement)
  const counted = rows.filter(({ id }) => id <= countedThrough)
  if (counted.length === 0) return
  await db.many(
    SQL`with lost as materialized (
        select agent_id, count(*)::int as lost from unnest(${counted.map(({ agent_id }) => agent_id)}::uuid[]) as l (agent_id)
        group by agent_id
      ), held as materialized (
        select t.agent_id from agent_counter t join lost using (agent_id) order by t.agent_id for update of t
      )`.append(`
      update agent_counter t set ${kind}s = t.${kind}s - l.lost from lost l join held h on h.agent_id = l.agent_id
      where t.agent_id = l.agent_id`),
  )
}
