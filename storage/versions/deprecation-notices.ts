import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { VersionEnding } from './version-endings.ts'

const NOBODY_YET = '00000000-0000-0000-0000-000000000000'

export async function insertNotice(
  db: Queryable,
  { id, version, due_at }: { id: string; version: number; due_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into deprecation_notice (id, version, due_at, agents_notified_through, owners_emailed_through)
    values (${id}, ${version}, ${due_at}, ${NOBODY_YET}, ${NOBODY_YET})`)
}

/** Notices of the version that are not complete, and its waiting mail. */
export async function deleteOpenNotices(db: Queryable, version: number): Promise<void> {
  await db.many(SQL`
    delete from mail m using deprecation_notice n
    where n.version = ${version} and m.about = n.id and m.next_at is not null`)
  await db.many(SQL`
    delete from deprecation_notice where version = ${version} and (agents_notified_through is not null or owners_emailed_through is not null)`)
}

export interface OpenNotice extends VersionEnding {
  id: string
  due_at: string
  agents_notified_through: string | null
  owners_emailed_through: string | null
}

/** The first due notice that is not complete, locked until the transaction ends. */
export function lockOpenNotice(db: Queryable, now: Date, skipped: readonly string[]): Promise<OpenNotice | undefined> {
  return db.maybeOne<OpenNotice>(SQL`
    select n.id, n.due_at, n.agents_notified_through, n.owners_emailed_through, e.version, e.successor_version, e.announced_at, e.deprecated_at, e.sunset_at,
      e.migration_guide_url
    from deprecation_notice n join version_ending e using (version)
    where n.id <> all(${skipped}::uuid[]) and n.due_at <= ${now} and (n.agents_notified_through is not null or n.owners_emailed_through is not null)
    order by n.id limit 1 for update of n`)
}

/** The next agents of those that existed when it was due. */
export function findAgentsWithoutNotice(
  db: Queryable,
  after: string,
  dueAt: string,
  limit: number,
): Promise<{ id: string }[]> {
  return db.many(SQL`
    select id from agent where id > ${after} and created_at <= ${dueAt} order by id limit ${limit}`)
}

/** The next people who own an agent. */
export function findOwnersWithoutNotice(db: Queryable, after: string, limit: number): Promise<{ id: string }[]> {
  return db.many(SQL`
    select id from person p where id > ${after} and exists (select from agent a where a.owner_id = p.id)
    order by id limit ${limit}`)
}

/** `agents_notified_through` and `owners_emailed_through` as in the table. */
export async function moveNotice(
  db: Queryable,
  {
    id,
    agents_notified_through,
    owners_emailed_through,
  }: Pick<OpenNotice, 'id' | 'agents_notified_through' | 'owners_emailed_through'>,
): Promise<void> {
  await db.many(
    SQL`update deprecation_notice set agents_notified_through = ${agents_notified_through}, owners_emailed_through = ${owners_emailed_through} where id = ${id}`,
  )
}
