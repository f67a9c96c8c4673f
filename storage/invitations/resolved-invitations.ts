import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const BATCH = 1_000

/** Ends expired invitations, oldest first; locked rows are left for the next run. */
export async function expireInvitations(db: Queryable, now: Date): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    update space_invitation set status = 'expired', settled_at = ${now} where id = any(array(
      select id from space_invitation where status = 'pending' and expires_at <= ${now}
      order by expires_at limit ${BATCH} for update skip locked))
    returning 1`)
  return { more: rows.length === BATCH }
}

/** Deletes invitations that ended before that time. */
export async function deleteSettledInvitations(db: Queryable, before: Date): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    delete from space_invitation where id = any(array(
      select id from space_invitation where status <> 'pending' and settled_at < ${before} limit ${BATCH}
      for update skip locked))
    returning 1`)
  return { more: rows.length === BATCH }
}
