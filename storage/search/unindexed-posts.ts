import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { allotBuckets } from './post-buckets.ts'

/** Number of new transactions; the posts of one are never split. */
const NEW_POSTS = 2_000
const SWEPT_POSTS = 1_000

/**
 * Whether posts are, or may be, unindexed. Written without "=", with which the planner reads all posts of a transaction
 * that wrote most of them.
 */
export const hasUnindexed = (): SQLStatement => SQL`(
    with cursor as materialized (select seen_below, running, unswept_below from post_search_cursor)
    select (select true from unindexed_post limit 1) is not null
      or (select unswept_below is not null or seen_below > pg_snapshot_xmax(pg_current_snapshot()) from cursor)
      or (select true from post p where p.transaction_id >= (select seen_below from cursor)
        and p.transaction_id < pg_snapshot_xmax(pg_current_snapshot()) limit 1) is not null
      or (select true from unnest((select running from cursor)) r (id) cross join lateral (
        select from post p where p.transaction_id >= r.id and p.transaction_id <= r.id limit 1) p limit 1) is not null)`

interface Seen {
  seen_below: string
  snapshot: string
  ids: string[]
  /** Posts of transactions that started since, and the last of these. */
  begun: number
  last: string | null
}

/** Records the posts of transactions that were not seen before, whatever their ids and times. */
export async function recordNewPosts(db: Queryable): Promise<{ more: boolean }> {
  const seen = await findNewPosts(db)
  const [, end = '0', running = ''] = seen.snapshot.split(':')
  const more = seen.begun >= NEW_POSTS
  const below = more ? BigInt(seen.last!) + 1n : BigInt(end)
  // In a moved database, transaction ids start over: only a sweep finds unindexed posts.
  const isCountedAnew = BigInt(end) < BigInt(seen.seen_below)
  if (seen.ids.length === 0 && !isCountedAnew) return { more }
  await allotBuckets(db, seen.ids)
  const left = running.split(',').filter(id => id !== '' && BigInt(id) < below)
  await db.many(SQL`
    with noted as (
      insert into unindexed_post (post_id) select unnest(${seen.ids}::uuid[]) on conflict do nothing
    )
    update post_search_cursor set seen_below = ${String(below)}::text::xid8, running = ${left}::text[]::xid8[],
      unswept_below = case when ${isCountedAnew} then ${ABOVE_ALL}::uuid else unswept_below end
    where seen_below = ${seen.seen_below}::text::xid8`)
  return { more }
}

const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function findNewPosts(db: Queryable): Promise<Seen> {
  return db.one<Seen>(SQL`
    with cursor as materialized (
      select seen_below, running from post_search_cursor
    ), begun as materialized (
      select p.id, p.transaction_id from post p
      where p.transaction_id >= (select seen_below from cursor)
        and p.transaction_id < pg_snapshot_xmax(pg_current_snapshot())
      order by p.transaction_id fetch first (${NEW_POSTS}::int) rows with ties
    ), was_running as materialized (
      select p.id from unnest((select running from cursor)) r (id) cross join lateral (
        select p.id from post p where p.transaction_id >= r.id and p.transaction_id <= r.id) p
    )
    select (select seen_below::text from cursor) as seen_below, pg_current_snapshot()::text as snapshot,
      array(select id from begun union select id from was_running order by id) as ids,
      (select count(*)::int from begun) as begun,
      (select transaction_id::text from begun order by begun.transaction_id desc limit 1) as last`)
}

/** Records older unindexed posts, from the newest down; `false`: all were examined. */
export async function sweepUnindexed(db: Queryable): Promise<boolean> {
  const swept = await db.maybeOne(SQL`
    with stretch as materialized (
      select p.id from post p where p.id < (select unswept_below from post_search_cursor)
      order by p.id desc limit ${SWEPT_POSTS}::int
    ), noted as (
      insert into unindexed_post (post_id)
      select s.id from stretch s where (select true from post_search w where w.post_id = s.id) is null
      on conflict do nothing
    )
    update post_search_cursor set unswept_below =
      (select id from stretch order by id desc offset ${SWEPT_POSTS - 1}::int limit 1)
    where unswept_below is not null returning true`)
  return swept !== undefined
}

/** For a database with rows from another one: none of them belongs to a known transaction, and any may be unindexed. */
export async function deleteIndexedTransactions(db: Queryable): Promise<void> {
  await db.many(SQL`
    update post_search_cursor set seen_below = pg_snapshot_xmax(pg_current_snapshot()), running = '{}',
      unswept_below = ${ABOVE_ALL}::uuid`)
}
