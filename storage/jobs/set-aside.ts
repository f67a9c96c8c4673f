import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const MINUTE = 60_000
const LONGEST_MS = 24 * 60 * MINUTE
/** A failure this long after the last retry counts as the first. */
const REMEMBERED_MS = 7 * 24 * 60 * MINUTE
const MOST = 10_000

/** The rows of a queue that are set aside. */
export async function findSetAside(db: Queryable, queue: string, now: Date): Promise<string[]> {
  const rows = await db.many<{ row_id: string }>(SQL`
    select row_id from set_aside where queue = ${queue} and until > ${now} limit ${MOST}`)
  return rows.map(({ row_id }) => row_id)
}

export interface SetAside {
  /** Failures so far, including this one. */
  attempts: number
  until: string
}

/** Sets a row of a queue aside: for a minute at first, twice as long each time, up to a day. */
export function setAside(db: Queryable, queue: string, rowId: string, now: Date): Promise<SetAside> {
  return db.one<SetAside>(SQL`
    insert into set_aside as s (queue, row_id, attempts, until, expires_at)
    values (${queue}, ${rowId}, 1, ${new Date(now.getTime() + MINUTE)}, ${new Date(now.getTime() + REMEMBERED_MS)})
    on conflict (queue, row_id) do update set attempts = s.attempts + 1,
      until = ${now}::timestamptz + least(${LONGEST_MS}, ${MINUTE} * 2 ^ least(s.attempts, 20)) * interval '1 millisecond',
      expires_at = ${now}::timestamptz + ${LONGEST_MS + REMEMBERED_MS} * interval '1 millisecond'
    returning attempts, until`)
}

/** Clears rows that were processed; returns which of them had been set aside. */
export async function takeBack(db: Queryable, queue: string, rowIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ row_id: string }>(SQL`
    delete from set_aside where queue = ${queue} and row_id = any(${rowIds}) returning row_id`)
  return new Set(rows.map(({ row_id }) => row_id))
}
