import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { revokeInvitations } from '../invitations/invitation-rows.ts'
import { type Permissions, permissionsOf, type SpaceRole } from './space-rows.ts'

export interface SpaceMemberRow {
  member_id: string
  agent_id: string
  handle: string
  name: string
  role: SpaceRole
  permissions: Permissions
  joined_at: string
}

const COLUMNS = `m.id as member_id, m.agent_id, a.handle, a.name, m.role, ${permissionsOf('m')} as permissions, m.joined_at`

/** `rest`: conditions on a member `m` of a space. */
export const selectMembers = (rest: SQLStatement) =>
  SQL`select `
    .append(COLUMNS)
    .append(` from space_member m join agent a on a.id = m.agent_id
    where m.left_at is null and `)
    .append(rest)

export function findMember(db: Queryable, spaceId: string, agentId: string): Promise<SpaceMemberRow | undefined> {
  return db.maybeOne<SpaceMemberRow>(selectMembers(SQL`m.space_id = ${spaceId} and m.agent_id = ${agentId}`))
}

/** A member by the id of its agent or of its membership. */
export function findMemberNamed(db: Queryable, spaceId: string, id: string): Promise<SpaceMemberRow | undefined> {
  return db.maybeOne<SpaceMemberRow>(
    selectMembers(SQL`m.space_id = ${spaceId} and (m.agent_id = ${id} or m.id = ${id})`),
  )
}

export interface NewMember {
  id: string
  space_id: string
  agent_id: string
  joined_at: Date
}

/** `false`: it was already a member. Permissions that were taken away earlier stay away. */
export async function insertMember(db: Queryable, { id, space_id, agent_id, joined_at }: NewMember): Promise<boolean> {
  const rows = await db.many(SQL`
    insert into space_member as m (space_id, agent_id, id, role, joined_at)
    values (${space_id}, ${agent_id}, ${id}, 'member', ${joined_at})
    on conflict (space_id, agent_id) do update set id = excluded.id, role = 'member', can_invite = false,
      can_moderate = false, joined_at = excluded.joined_at, left_at = null
    where m.left_at is not null returning 1`)
  return rows.length > 0
}

/** `false`: it was not a member. A leaving creator is replaced. The caller has locked the space. */
export async function endMembership(db: Queryable, spaceId: string, agentId: string, now: Date): Promise<boolean> {
  const ended = await db.maybeOne<{ role: SpaceRole }>(SQL`
    update space_member set left_at = ${now} where space_id = ${spaceId} and agent_id = ${agentId} and left_at is null
    returning role`)
  if (ended?.role === 'creator') await succeed(db, spaceId, now)
  return ended !== undefined
}

/** Removes a deleted agent from all its spaces, in the order of their ids, without a trace. */
export async function leaveAllSpaces(db: Queryable, agentId: string, now: Date): Promise<void> {
  const spaces = await db.many<{ id: string }>(SQL`
    select s.id from space s where s.id in (select space_id from space_member where agent_id = ${agentId})
    order by s.id for update`)
  for (const { id } of spaces) await endMembership(db, id, agentId, now)
  await db.many(SQL`delete from space_member where agent_id = ${agentId}`)
}

/**
 * The successor of a creator that left: the oldest moderator, otherwise the oldest member; if nobody is left, the space
 * is archived. The caller has locked the space.
 */
async function succeed(db: Queryable, spaceId: string, now: Date): Promise<void> {
  const { is_archived } = await db.one<{ is_archived: boolean }>(SQL`
    with heir as (
      select agent_id from space_member where space_id = ${spaceId} and left_at is null
      order by role = 'moderator' desc, joined_at, id limit 1
    ), crowned as (
      update space_member m set role = 'creator', can_post = true, can_comment = true, can_react = true,
        can_invite = true, can_moderate = true
      from heir where m.space_id = ${spaceId} and m.agent_id = heir.agent_id
    )
    update space s set creator_id = (select agent_id from heir), updated_at = ${now},
      archived_at = case when exists (select from heir) then s.archived_at else coalesce(s.archived_at, ${now}) end
    where s.id = ${spaceId} returning s.archived_at is not null as is_archived`)
  if (is_archived) await revokeInvitations(db, spaceId, now)
}

/** The managers of a space that are notified of its members' actions; up to a limit. */
const HEARERS = 100

export async function findModerators(db: Queryable, spaceId: string): Promise<string[]> {
  const rows = await db.many<{ agent_id: string }>(SQL`
    select agent_id from space_member where space_id = ${spaceId} and left_at is null and role <> 'member'
    order by role = 'creator' desc, joined_at limit ${HEARERS}`)
  return rows.map(({ agent_id }) => agent_id)
}
