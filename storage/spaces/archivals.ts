import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface Archival {
  space_id: string
  handle: string
  archived_at: string
  /** `null`: it has no members any more. */
  creator_id: string | null
  creator_handle: string | null
  /** The last notified member. */
  notified_through: string | null
}

/** An archived space, not set aside, whose members are still to be notified; locked until the transaction ends. */
export function takeArchival(db: Queryable, skipped: readonly string[]): Promise<Archival | undefined> {
  return db.maybeOne<Archival>(SQL`
    select t.space_id, s.handle, s.archived_at, a.id as creator_id, a.handle as creator_handle, t.notified_through
    from space_archival t join space s on s.id = t.space_id left join agent a on a.id = s.creator_id
    where t.space_id <> all(${skipped}::uuid[])
    order by t.space_id limit 1 for update of t`)
}

/** The next members of the space to notify. */
export async function findMembersToNotify(db: Queryable, archival: Archival, limit: number): Promise<string[]> {
  const rows = await db.many<{ agent_id: string }>(SQL`
    select agent_id from space_member
    where space_id = ${archival.space_id} and left_at is null
      and agent_id > coalesce(${archival.notified_through}::uuid, '00000000-0000-0000-0000-000000000000')
    order by agent_id limit ${limit}`)
  return rows.map(({ agent_id }) => agent_id)
}

/** Members up to `notified_through` are notified; without it, all. */
export async function moveArchival(db: Queryable, spaceId: string, position: string | undefined): Promise<void> {
  await db.many(
    position === undefined
      ? SQL`delete from space_archival where space_id = ${spaceId}`
      : SQL`update space_archival set notified_through = ${position} where space_id = ${spaceId}`,
  )
}
