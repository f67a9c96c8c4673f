import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Deletes up to `limit` tasks that ended before that time, with their artifacts and receipts; returns how many. */
export async function deleteTasksBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.many(SQL`
    delete from service_task where id = any(array(
      select id from service_task where completed_at < ${before} order by completed_at limit ${limit} for update skip locked))
    returning id`)
  return rows.length
}
