import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { KEY_ID_BYTES } from './secret-keys.ts'

/** The key that handles of people are made with. The key that it is wrapped under is the one that the database is at. */
export const PERSON_KEY = 'person handles'

export async function findWrappedKey(db: Queryable, name: string): Promise<Buffer | undefined> {
  const found = await db.maybeOne<{ wrapped: Buffer }>(SQL`select wrapped from wrapped_key where name = ${name}`)
  return found?.wrapped
}

/** What is stored under the name: the first that anybody offered. */
export async function storeWrappedKey(db: Queryable, name: string, offered: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await findWrappedKey(db, name)
  if (kept) return kept
  await db.many(SQL`
    insert into wrapped_key (name, wrapped) values (${name}, ${await offered()}) on conflict (name) do nothing`)
  return (await findWrappedKey(db, name))!
}

/** Wraps it anew, where nobody else has meanwhile. */
export async function replaceWrappedKey(db: Queryable, name: string, from: Buffer, to: Buffer): Promise<void> {
  await db.many(SQL`update wrapped_key set wrapped = ${to} where name = ${name} and wrapped = ${from}`)
}

/** The id of the key that the database is at, if at any yet; it stays there until the end of the transaction. */
export async function lockSealingKeyId(db: Queryable): Promise<Buffer | undefined> {
  const found = await db.maybeOne<{ id: Buffer }>(SQL`
    select substring(wrapped from 2 for ${KEY_ID_BYTES}::int) as id from wrapped_key where name = ${PERSON_KEY}
    for share`)
  return found?.id
}
