import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { KEY_ID_BYTES } from './secret-keys.ts'

/** The key for opaque ids of people. The key that encrypts it is the current key of the database. */
export const PERSON_KEY = 'person handles'

export async function findWrappedKey(db: Queryable, name: string): Promise<Buffer | undefined> {
  const found = await db.maybeOne<{ wrapped: Buffer }>(SQL`select wrapped from wrapped_key where name = ${name}`)
  return found?.wrapped
}

/** The value stored under the name: the first one offered. */
export async function storeWrappedKey(db: Queryable, name: string, offered: () => Promise<Buffer>): Promise<Buffer> {
  const stored = await findWrappedKey(db, name)
  if (stored) return stored
  await db.many(SQL`
    insert into wrapped_key (name, wrapped) values (${name}, ${await offered()}) on conflict (name) do nothing`)
  return (await findWrappedKey(db, name))!
}

/** Replaces its encryption, unless another process has done so in the meantime. */
export async function replaceWrappedKey(db: Queryable, name: string, from: Buffer, to: Buffer): Promise<void> {
  await db.many(SQL`update wrapped_key set wrapped = ${to} where name = ${name} and wrapped = ${from}`)
}

/** The id of the database's current key, if any; locked until the end of the transaction. */
export async function lockSealingKeyId(db: Queryable): Promise<Buffer | undefined> {
  const found = await db.maybeOne<{ id: Buffer }>(SQL`
    select substring(wrapped from 2 for ${KEY_ID_BYTES}::int) as id from wrapped_key where name = ${PERSON_KEY}
    for share`)
  return found?.id
}
