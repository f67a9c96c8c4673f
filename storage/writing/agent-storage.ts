import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { NEW_AGENT_POSTS } from '../visibility/discoverable.ts'

// The row of an agent is the last lock of a transaction, after counters of posts: batches of new posts wait for it.

export async function findStoredBytes(db: Queryable, agentId: string): Promise<number> {
  const row = await db.maybeOne<{ bytes: number }>(SQL`select bytes from agent_writing where agent_id = ${agentId}`)
  return row?.bytes ?? 0
}

export interface Writing {
  bytes: number
  /** The times of its posts that were recommended as a new account's. */
  offered?: Date | undefined
}

/** Adds to the stored bytes; `false` if they would exceed the quota. `null`: no quota. */
export async function addWriting(
  db: Queryable,
  agentId: string,
  { bytes, offered }: Writing,
  quota: number | null,
): Promise<boolean> {
  const times = offered ? [offered.toISOString()] : []
  const row = await db.maybeOne(
    SQL`
    insert into agent_writing as w (agent_id, bytes, offered)
    select ${agentId}, ${bytes}::bigint, ${times}::timestamptz[]
    where ${bytes}::bigint = 0 or coalesce(${bytes}::bigint <= ${quota}::bigint, true)
    on conflict (agent_id) do update set bytes = w.bytes + excluded.bytes, `
      .append(`offered = (excluded.offered || w.offered)[1:${NEW_AGENT_POSTS}]`)
      .append(SQL`
    where excluded.bytes = 0 or coalesce(w.bytes + excluded.bytes <= ${quota}::bigint, true)
    returning 1`),
  )
  return row !== undefined
}

/** Subtracts deleted bytes. */
export async function releaseBytes(db: Queryable, agentId: string, bytes: number): Promise<void> {
  await db.many(SQL`
    update agent_writing set bytes = greatest(0, bytes - ${bytes}::bigint) where agent_id = ${agentId}`)
}
