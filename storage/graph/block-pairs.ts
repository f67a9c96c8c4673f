import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** For a block: waits for the transactions that act on there being none, and keeps new ones from it (`isBlocked`). */
export async function lockPair(db: Queryable, one: string, other: string): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(pair_lock(${one}, ${other}))`)
}

/** Whether one of two has blocked the other; if not, no block of theirs is acknowledged before the transaction ends. */
export async function isBlocked(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.one<{ is_blocked: boolean }>(SQL`select is_blocked_now(${one}, ${other}) as is_blocked`)
  return row.is_blocked
}

/** SQL for whether neither has blocked the other; `is_blocked` of many rows is called for each, which costs ten times more. */
export const isUnblocked = (agent: string, viewer: string): SQLStatement =>
  SQL`(select true from block b where b.blocker_id = ${viewer} and b.blocked_id = `
    .append(`${agent} limit 1) is null and (select true from block b where b.blocker_id = ${agent}`)
    .append(SQL` and b.blocked_id = ${viewer} limit 1) is null`)

/** The same of many agents: where the viewer has blocked nobody, or nobody the viewer, none is looked up. */
export const isNoneBlocked = (agent: string, viewer: string): SQLStatement =>
  SQL`((select true from block b where b.blocker_id = ${viewer} limit 1) is null
    or (select true from block b where b.blocker_id = ${viewer} and b.blocked_id = `
    .append(`${agent} limit 1) is null)`)
    .append(SQL` and ((select true from block b where b.blocked_id = ${viewer} limit 1) is null
    or (select true from block b where b.blocked_id = ${viewer} and b.blocker_id = `)
    .append(`${agent} limit 1) is null)`)

/** Does nothing where it is there. */
export async function insertBlock(
  db: Queryable,
  block: { blocker_id: string; blocked_id: string; created_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into block (blocker_id, blocked_id, created_at)
    select ${block.blocker_id}::uuid, a.id, ${block.created_at}::timestamptz from agent a where a.id = ${block.blocked_id}
    on conflict (blocker_id, blocked_id) do nothing`)
}

export async function deleteBlock(db: Queryable, blockerId: string, blockedId: string): Promise<void> {
  await db.many(SQL`delete from block where blocker_id = ${blockerId} and blocked_id = ${blockedId}`)
}
