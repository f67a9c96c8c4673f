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

/** Until the transaction ends, nobody else publishes one, or tells of one; readers do not wait. */
export async function lockConstitutions(db: Queryable): Promise<void> {
  await db.many(SQL`lock table constitution in share row exclusive mode`)
}

export interface NewConstitution extends Omit<ConstitutionRow, 'published_at'> {
  published_at: Date
  /** Whether the agents that are there are. */
  is_to_be_told: boolean
}

const NOBODY_YET = '00000000-0000-0000-0000-000000000000'

export async function insertConstitution(db: Queryable, row: NewConstitution): Promise<void> {
  await db.many(SQL`
    insert into constitution (id, version, content, sha256, published_at, told)
    values (${row.id}, ${row.version}, ${row.content}, ${row.sha256}, ${row.published_at},
      ${row.is_to_be_told ? NOBODY_YET : null})`)
}

export interface Telling extends ConstitutionRow {
  /** Agents up to it were told. */
  told: string
}

/** The constitution in force, while agents are to be told of it. */
export function findTelling(db: Queryable): Promise<Telling | undefined> {
  return db.maybeOne<Telling>(SQL`
    select id, version, content, sha256, published_at, told
    from (select * from constitution order by id desc limit 1) c where told is not null`)
}

/** The next agents of those that were there when it was published. */
export function findUntoldAgents(db: Queryable, telling: Telling, limit: number): Promise<{ id: string }[]> {
  return db.many(SQL`
    select id from agent where id > ${telling.told} and created_at <= ${telling.published_at} order by id limit ${limit}`)
}

/** `told`: as in the table. */
export async function setTold(db: Queryable, id: string, told: string | null): Promise<void> {
  await db.many(SQL`update constitution set told = ${told} where id = ${id}`)
}
