import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** What is stored under the name: the first that anybody offered. */
export async function keepWrappedKey(db: Queryable, name: string, offered: () => Buffer): Promise<Buffer> {
  const found = () => db.maybeOne<{ wrapped: Buffer }>(SQL`select wrapped from wrapped_key where name = ${name}`)
  const kept = await found()
  if (kept) return kept.wrapped
  await db.many(SQL`
    insert into wrapped_key (name, wrapped) values (${name}, ${offered()}) on conflict (name) do nothing`)
  return (await found())!.wrapped
}
