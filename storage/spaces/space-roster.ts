import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type SpaceMemberRow, selectMembers } from './space-members.ts'
import type { SpaceRole } from './space-rows.ts'

export interface RosterPage {
  viewer: string
  space_id: string
  /** Members with lower ids, or people. */
  before: string
  limit: number
}

export const GOVERNING: readonly SpaceRole[] = ['creator', 'moderator']

/** The newest members, of one role or of all. */
export function listMembers(db: Queryable, page: RosterPage, role: SpaceRole | undefined): Promise<SpaceMemberRow[]> {
  const { viewer, space_id, before, limit } = page
  const rest = SQL`m.space_id = ${space_id} and m.id < ${before}
    and (select true from agents_visible_to(${viewer}) v where v.id = m.agent_id)`
  // Written so that the planner uses the small index of managers.
  if (role !== undefined && GOVERNING.includes(role)) rest.append(SQL` and m.role <> 'member'`)
  if (role !== undefined) rest.append(SQL` and m.role = ${role}`)
  return db.many<SpaceMemberRow>(selectMembers(rest.append(SQL` order by m.id desc limit ${limit}`)))
}

export interface SpacePersonRow {
  id: string
  role: 'owner' | 'guest'
  display_name: string
  /** Of its agents in the space, the first that joined. */
  via_agent_handles: string[]
  joined_at: string
}

/** Maximum number of a person's agents that are listed. */
const HANDLES = 20

/**
 * People in a space, in an order that reveals nothing; of one role or of all. Members see whose owners they are; others
 * see only those whose agents show it (SPACE-64).
 */
export function listPeople(
  db: Queryable,
  { viewer, space_id, before, limit }: RosterPage,
  { role, isMember }: { role: SpacePersonRow['role'] | undefined; isMember: boolean },
): Promise<SpacePersonRow[]> {
  return db.many<SpacePersonRow>(SQL`
    select w.id, case when w.agents > 0 then 'owner' else 'guest' end as role, p.display_name, w.joined_at,
      v.handles as via_agent_handles
    from space_person w join person p on p.id = w.user_id
    cross join lateral (
      select array(
        select a.handle from agents_visible_to(${viewer}) a
        join space_member m on m.space_id = w.space_id and m.agent_id = a.id and m.left_at is null
        where a.owner_id = w.user_id
          and (${isMember}::boolean or is_surface_shown(a.visibility_config, 'owner-identity', a.id = ${viewer}))
        order by m.joined_at, a.handle limit ${HANDLES}) as handles) v
    where w.space_id = ${space_id} and w.id < ${before} and (${isMember}::boolean or v.handles <> '{}')
      and ${role ?? null}::text is distinct from case when w.agents > 0 then 'guest' else 'owner' end
    order by w.id desc limit ${limit}`)
}

/** Whether the id is that of a person in the space. */
export async function isPersonIn(db: Queryable, spaceId: string, id: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from space_person where space_id = ${spaceId} and id = ${id}`)) !== undefined
}
