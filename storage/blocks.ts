import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

/** Until the transaction ends: a block and what it forbids, such as a follow, exclude each other; `share` is for these. */
export async function lockPair(db: Queryable, one: string, other: string, lock: 'share' | 'update'): Promise<void> {
  const pair = [one, other].sort().join(' ')
  await db.many(
    lock === 'update'
      ? SQL`select pg_advisory_xact_lock(hashtextextended(${pair}, 3))`
      : SQL`select pg_advisory_xact_lock_shared(hashtextextended(${pair}, 3))`,
  )
}

/** Whether one of two has blocked the other. */
export async function hasBlock(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.one<{ is_blocked: boolean }>(SQL`select is_blocked(${one}::uuid, ${other}::uuid)`)
  return row.is_blocked
}

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
