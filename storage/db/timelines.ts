import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

/** How far the log of the primary was on disk, in bytes, and on which timeline. */
export interface Position {
  timeline: number
  lsn: number
}

/** SQL for the columns of a `Position`, on the primary. */
export const POSITION = `(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

export async function insertTimeline(db: Queryable, id: number, now: Date): Promise<void> {
  await db.many(SQL`insert into timeline (id, seen_at) values (${id}, ${now}) on conflict do nothing`)
}

/** How far a standby has come that is of this timeline's history; `undefined`: it is not, or no standby. */
export async function findReplayed(standby: Queryable, timeline: number): Promise<number | undefined> {
  const { lsn } = await standby.one<{ lsn: number | null }>(SQL`
    select case when pg_is_in_recovery() and exists (select from timeline where id = ${timeline})
      then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as lsn`)
  return lsn ?? undefined
}

/** Whether it replays the log of this primary, or of one that this primary took over from. */
export async function isStandbyOf(standby: Queryable, primary: Queryable): Promise<boolean> {
  const identity = SQL`select system_identifier::text as id, pg_is_in_recovery() as is_standby from pg_control_system()`
  const [there, here] = await Promise.all(
    [standby, primary].map(db => db.one<{ id: string; is_standby: boolean }>(identity)),
  )
  return there!.is_standby && there!.id === here!.id
}
