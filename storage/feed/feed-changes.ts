import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const FORGOTTEN = 5_000

/**
 * Deletes the next changes older than `before`; `false` when all are deleted. Changes of transactions that may not be
 * known to have ended stay.
 */
export async function deleteOldFeedChanges(db: Queryable, before: Date): Promise<boolean> {
  const { forgotten } = await db.one<{ forgotten: number }>(SQL`
    with old as materialized (
      select c.row_ctid, c.transaction_id from (
        select ctid as row_ctid, transaction_id, changed_at from feed_change order by transaction_id limit ${FORGOTTEN}) c
      where c.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        and c.changed_at < ${before}
    ), gone as (
      delete from feed_change where ctid = any(array(select row_ctid from old)) returning 1
    )
    select (select count(*)::int from gone) as forgotten, case when exists (select from old) then
      invalidate_feeds((select max(transaction_id::text::numeric)::text::xid8 from old)) end`)
  return forgotten === FORGOTTEN
}
