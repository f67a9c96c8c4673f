import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Counts a check for its day. */
export async function countCheck(
  db: Queryable,
  { service_id, held, at }: { service_id: string; held: boolean; at: Date },
): Promise<void> {
  const [yes, no] = held ? [1, 0] : [0, 1]
  await db.many(SQL`
    with counted as (
      insert into service_endpoint_day as d (service_id, day, passed, failed)
      values (${service_id}, (${at}::timestamptz at time zone 'UTC')::date, ${yes}, ${no})
      on conflict (service_id, day) do update set passed = d.passed + excluded.passed, failed = d.failed + excluded.failed
    )
    update service_endpoint set counted_at = ${at} where service_id = ${service_id}`)
}

/** Deletes days that no longer count. */
export async function dropOldDays(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.many(SQL`
    delete from service_endpoint_day where (service_id, day) in (
      select service_id, day from service_endpoint_day where day < ${before}::timestamptz::date limit ${limit})
    returning 1`)
  return rows.length
}
