import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

/** The database's time in ms since 1970, with a fraction; the only statement that reads it. */
export async function readDatabaseTime(db: Queryable): Promise<number> {
  const { ms } = await db.one<{ ms: number }>(SQL`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  return ms
}
