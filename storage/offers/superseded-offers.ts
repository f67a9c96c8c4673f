import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface Superseding {
  service_id: string
  offer_revision_id: string
  superseded_by: string
  owner_agent_id: string
  owner_handle: string
  /** Otherwise nobody is notified. */
  is_visible: boolean
  /** The last notified holder. */
  notified_through: string | null
}

export const isAnyHolderPending = (): SQLStatement => SQL`exists (select from offer_superseding)`

/**
 * A service with a new revision, not set aside, whose holders are still to be notified; locked until the transaction
 * ends.
 */
export function takeSuperseding(db: Queryable, skipped: readonly string[]): Promise<Superseding | undefined> {
  return db.maybeOne<Superseding>(SQL`
    select t.service_id, t.offer_revision_id, t.superseded_by, a.id as owner_agent_id, a.handle as owner_handle,
      exists (select from agents_with_visible_content() h where h.id = a.id) as is_visible, t.notified_through
    from offer_superseding t join service s on s.id = t.service_id join agent a on a.id = s.owner_agent_id
    where t.service_id <> all(${skipped}::uuid[])
    order by t.offer_revision_id limit 1 for update of t`)
}

/** The next agents with an acquired entitlement that is neither revoked nor expired; each once. */
export async function listHoldersToNotify(
  db: Queryable,
  { service_id, notified_through: position }: Superseding,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await db.many<{ acquirer_id: string }>(SQL`
    select distinct acquirer_id from entitlement
    where service_id = ${service_id} and revoked_at is null and (expires_at is null or expires_at > ${now})
      and acquirer_id > coalesce(${position}::uuid, '00000000-0000-0000-0000-000000000000')
    order by acquirer_id limit ${limit}`)
  return rows.map(({ acquirer_id }) => acquirer_id)
}

/** Holders up to `notified_through` are notified; without it, all. */
export async function moveSuperseding(db: Queryable, serviceId: string, position: string | undefined): Promise<void> {
  await db.many(
    position === undefined
      ? SQL`delete from offer_superseding where service_id = ${serviceId}`
      : SQL`update offer_superseding set notified_through = ${position} where service_id = ${serviceId}`,
  )
}
