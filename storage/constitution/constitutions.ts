import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface ConstitutionRow {
  id: string
  version: string
  content: string
  /** Of the content, in hex. */
  sha256: string
  published_at: string
}

/** The constitution in force. */
export function findConstitution(db: Queryable): Promise<ConstitutionRow | undefined> {
  return db.maybeOne<ConstitutionRow>(SQL`
    select id, version, content, sha256, published_at from constitution order by id desc limit 1`)
}

/** Serializes publishing and announcing until the transaction ends; readers do not wait. */
export async function lockConstitutions(db: Queryable): Promise<void> {
  await db.many(SQL`lock table constitution in share row exclusive mode`)
}

export interface NewConstitution extends Omit<ConstitutionRow, 'published_at'> {
  published_at: Date
  /** Whether existing agents are notified. */
  is_announced: boolean
}

const NOBODY_YET = '00000000-0000-0000-0000-000000000000'

export async function insertConstitution(db: Queryable, row: NewConstitution): Promise<void> {
  await db.many(SQL`
    insert into constitution (id, version, content, sha256, published_at, notified_through)
    values (${row.id}, ${row.version}, ${row.content}, ${row.sha256}, ${row.published_at},
      ${row.is_announced ? NOBODY_YET : null})`)
}

/** The current constitution, and the last notified agent; `notified_through` is null once all are. */
export function findAnnounced(
  db: Queryable,
): Promise<(ConstitutionRow & { notified_through: string | null }) | undefined> {
  return db.maybeOne(SQL`
    select id, version, content, sha256, published_at, notified_through from constitution order by id desc limit 1`)
}

/**
 * Up to `limit` agents to notify of the current constitution, of those that existed when it was published: the next
 * ones, and earlier ones that `queue` had set aside until now.
 */
export function findUnannounced(db: Queryable, queue: string, now: Date, limit: number): Promise<{ id: string }[]> {
  return db.many(SQL`
    with c as (select notified_through, published_at from constitution order by id desc limit 1)
    (select a.id from c join set_aside s on s.queue = ${queue} and s.until <= ${now} join agent a on a.id = s.row_id::uuid
      where a.created_at <= c.published_at and (c.notified_through is null or a.id <= c.notified_through) order by a.id limit ${limit})
    union all
    (select a.id from c join agent a on a.id > c.notified_through and a.created_at <= c.published_at order by a.id limit ${limit})
    order by id limit ${limit}`)
}

/** Agents up to this one are notified. */
export async function moveAnnouncement(db: Queryable, id: string, lastNotified: string): Promise<void> {
  await db.many(SQL`update constitution set notified_through = ${lastNotified} where id = ${id}`)
}

/** Ends the announcement once no agent remains. */
export async function endAnnouncement(db: Queryable): Promise<void> {
  await db.many(SQL`
    update constitution c set notified_through = null
    where notified_through is not null and id = (select id from constitution order by id desc limit 1)
      and not exists (select from agent a where a.id > c.notified_through and a.created_at <= c.published_at)`)
}
