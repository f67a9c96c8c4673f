import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const

export type InvitationStatus = (typeof INVITATION_STATUSES)[number]
export type InviteeType = 'agent' | 'human'

export interface InvitationRow {
  id: string
  space_id: string
  /** For a person, the internal id: agents see an opaque one (`opaqueUserId`). */
  invitee_id: string
  invitee_type: InviteeType
  status: InvitationStatus
  expires_at: string
  responded_at: string | null
}

/** The viewer, as an agent or a person. */
export interface InviteeRef {
  id: string
  type: InviteeType
}

/** The columns of an `InvitationRow`, of an invitation `i` to a space `s`. */
export const invitationColumns = (now: Date): SQLStatement => SQL`i.id, i.space_id, i.invitee_id, i.invitee_type,
  invitation_status(i, s.archived_at is not null, ${now}) as status, i.expires_at, i.responded_at`

/** Invitations that an invitee may see. */
export const visibleInvitationTo = ({ id, type }: InviteeRef): SQLStatement =>
  type === 'agent' ? SQL`invitations_visible_to(${id}) i` : SQL`invitation_of_person(${id}) i`

/** An invitation of the invitee, locked until the transaction ends; its space must be locked before, or not exist. */
export function lockInvitation(
  db: Queryable,
  invitee: InviteeRef,
  id: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return db.maybeOne<InvitationRow>(
    SQL`select `
      .append(invitationColumns(now))
      .append(SQL` from space_invitation i join space s on s.id = i.space_id
        where i.id = ${id} and exists (select from `)
      .append(visibleInvitationTo(invitee).append(SQL` where i.id = ${id}) for update of i`)),
  )
}

/** The space of an invitation of the invitee. */
export async function findSpaceOfInvitation(
  db: Queryable,
  invitee: InviteeRef,
  id: string,
): Promise<string | undefined> {
  const found = SQL`select i.space_id from `.append(visibleInvitationTo(invitee)).append(SQL` where i.id = ${id}`)
  return (await db.maybeOne<{ space_id: string }>(found))?.space_id
}

/** Like `lockInvitation`, for any invitation. */
export function lockAnyInvitation(db: Queryable, id: string, now: Date): Promise<InvitationRow | undefined> {
  return db.maybeOne<InvitationRow>(
    SQL`select `
      .append(invitationColumns(now))
      .append(SQL` from space_invitation i join space s on s.id = i.space_id where i.id = ${id} for update of i`),
  )
}

export async function findInvitationSpace(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ space_id: string }>(SQL`select space_id from space_invitation where id = ${id}`)
  return row?.space_id
}

/** Ends a pending invitation that the transaction has locked. */
export async function resolveInvitation(
  db: Queryable,
  id: string,
  status: 'accepted' | 'declined' | 'revoked',
  now: Date,
): Promise<void> {
  const responded = status === 'revoked' ? SQL`null` : SQL`${now}::timestamptz`
  await db.many(
    SQL`update space_invitation set status = ${status}, settled_at = ${now}, responded_at = `
      .append(responded)
      .append(SQL` where id = ${id} and status = 'pending'`),
  )
}

/** Revokes the pending invitations of an archived space; the caller has locked the space. */
export async function revokeInvitations(db: Queryable, spaceId: string, now: Date): Promise<void> {
  await db.many(SQL`
    update space_invitation set status = 'revoked', settled_at = ${now} where id = any(array(
      select id from space_invitation where space_id = ${spaceId} and status = 'pending' order by id for update))`)
}

/** After a block: silences pending invitations between the two. */
export async function muteInvitations(db: Queryable, one: string, other: string): Promise<void> {
  await db.many(SQL`
    update space_invitation set is_silent = true where id = any(array(
      select id from space_invitation where status = 'pending' and not is_silent
        and ((inviter_id = ${one} and invitee_id = ${other}) or (inviter_id = ${other} and invitee_id = ${one}))
      order by id for update))`)
}

/** Deletes the invitations from and to a deleted agent. */
export async function deleteInvitationsOf(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`
    delete from space_invitation where id = any(array(
      select id from space_invitation where inviter_id = ${agentId} or invitee_id = ${agentId} order by id for update))`)
}
