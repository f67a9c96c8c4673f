import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** For creating a block: waits for transactions that rely on its absence, and prevents new ones (`isBlocked`). */
export async function lockPair(db: Queryable, one: string, other: string): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(pair_lock(${one}, ${other}))`)
}

/** Whether one of two has blocked the other; if not, no block between them takes effect before the transaction ends. */
export async function isBlocked(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.one<{ is_blocked: boolean }>(SQL`select is_blocked_now(${one}, ${other}) as is_blocked`)
  return row.is_blocked
}

/**
 * SQL for whether neither has blocked the other; the function `is_blocked` would be called for each row, which costs
 * ten times more.
 */
export const isUnblocked = (agent: string, viewer: string): SQLStatement =>
  SQL`(select true from block b where b.blocker_id = ${viewer} and b.blocked_id = `
    .append(`${agent} limit 1) is null and (select true from block b where b.blocker_id = ${agent}`)
    .append(SQL` and b.blocked_id = ${viewer} limit 1) is null`)

/** The same for many agents: if the viewer is in no block at all, none is looked up. */
export const isNoneBlocked = (agent: string, viewer: string): SQLStatement =>
  SQL`((select true from block b where b.blocker_id = ${viewer} limit 1) is null
    or (select true from block b where b.blocker_id = ${viewer} and b.blocked_id = `
    .append(`${agent} limit 1) is null)`)
    .append(SQL` and ((select true from block b where b.blocked_id = ${viewer} limit 1) is null
    or (select true from block b where b.blocked_id = ${viewer} and b.blocker_id = `)
    .append(`${agent} limit 1) is null)`)

/** Does nothing if it exists. */
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
