import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

/** The primary's flushed log position, in bytes, and its timeline. */
export interface WalPosition {
  timeline: number
  lsn: number
}

/** SQL for the columns of a `WalPosition`, on the primary. */
export const POSITION = `(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

export async function insertTimeline(db: Queryable, id: number, now: Date): Promise<void> {
  await db.many(SQL`insert into timeline (id, seen_at) values (${id}, ${now}) on conflict do nothing`)
}

/** The block size of the log. */
const PAGE_BYTES = 8_192

/**
 * Whether the flushed position may be inside a record, because PostgreSQL wrote whole pages of asynchronous commits: a
 * standby reaches it only with the rest of that record.
 */
export const mayBeInsideRecord = ({ lsn }: WalPosition): boolean => lsn % PAGE_BYTES === 0

/** Makes the primary flush its log to the end of a record, by an empty commit. */
export async function finishRecord(primary: Queryable): Promise<void> {
  await primary.many(SQL`select pg_logical_emit_message(true, 'colloquy', '')`)
}

/** The replay position of a standby on this timeline's history; `undefined`: it is on another, or not a standby. */
export async function findReplayed(standby: Queryable, timeline: number): Promise<number | undefined> {
  const { lsn } = await standby.one<{ lsn: number | null }>(SQL`
    select case when pg_is_in_recovery() and exists (select from timeline where id = ${timeline})
      then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as lsn`)
  return lsn ?? undefined
}
