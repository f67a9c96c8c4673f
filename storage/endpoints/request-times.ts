import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'

/** At most once a minute, without waiting for a concurrent writer. */
const note = (services: SQLStatement, now: Date) =>
  SQL`
    update service_endpoint set asked_at = ${now} where service_id in (
      select service_id from service_endpoint
      where (asked_at is null or asked_at < ${now}::timestamptz - interval '1 minute') and service_id in (`
    .append(services)
    .append(') order by service_id for update skip locked)')

/** Records that somebody reads these offers: their evidence is renewed for a while (ENDP-45). */
export async function recordRequested(db: Queryable, serviceIds: readonly string[], now: Date): Promise<void> {
  if (serviceIds.length > 0) await db.many(note(SQL`select unnest(${serviceIds}::uuid[])`, now))
}

/** The same for a read that a standby may serve: this is written at the primary. */
export const requestTimes: BatchStatement<{ service_ids: readonly string[]; now: Date }, void> = {
  name: 'record_request_times',
  max: 32,
  async run(db, reads) {
    const latest = new Date(Math.max(...reads.map(({ now }) => now.getTime())))
    await recordRequested(
      db,
      reads.flatMap(({ service_ids }) => service_ids),
      latest,
    )
    return reads.map(() => undefined)
  },
}

/**
 * Records that somebody wants to use an offer, which has an effect if they may see it. Not in a transaction that an
 * error rolls back.
 */
export async function recordOfferRequested(
  db: Queryable,
  { viewer, offer_revision_id, now }: { viewer: string; offer_revision_id: string; now: Date },
): Promise<void> {
  await db.many(
    note(SQL`select o.service_id from offers_visible_to(${viewer}) o where o.id = ${offer_revision_id}`, now),
  )
}
