import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const

export type InvitationStatus = (typeof INVITATION_STATUSES)[number]
export type InviteeType = 'agent' | 'human'

export interface InvitationRow {
  id: string
  space_id: string
  /** Of a person the id of the platform: agents are told another (`opaqueUserId`). */
  invitee_id: string
  invitee_type: InviteeType
  status: InvitationStatus
  expires_at: string
  responded_at: string | null
}

/** Who asks, as what. */
export interface InviteeRef {
  id: string
  type: InviteeType
}

/** The columns of an `InvitationRow`, of an invitation `i` to a space `s`. */
export const invitationColumns = (now: Date): SQLStatement => SQL`i.id, i.space_id, i.invitee_id, i.invitee_type,
  invitation_status(i, s.archived_at is not null, ${now}) as status, i.expires_at, i.responded_at`

/** Those that an invitee may know of. */
export const visibleInvitationTo = ({ id, type }: InviteeRef): SQLStatement =>
  type === 'agent' ? SQL`invitations_visible_to(${id}) i` : SQL`invitation_of_person(${id}) i`

/** An invitation of the invitee, held until the transaction ends, in which its space is held already or not there. */
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

/** Which space an invitation of the invitee is to. */
export async function findSpaceOfInvitation(
  db: Queryable,
  invitee: InviteeRef,
  id: string,
): Promise<string | undefined> {
  const found = SQL`select i.space_id from `.append(visibleInvitationTo(invitee)).append(SQL` where i.id = ${id}`)
  return (await db.maybeOne<{ space_id: string }>(found))?.space_id
}

/** As `lockInvitation`, of any invitation. */
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

/** Ends an invitation that the transaction holds and found pending. */
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

/** Ends what waits in a space that is archived; the caller holds the space. */
export async function revokeInvitations(db: Queryable, spaceId: string, now: Date): Promise<void> {
  await db.many(SQL`
    update space_invitation set status = 'revoked', settled_at = ${now} where id = any(array(
      select id from space_invitation where space_id = ${spaceId} and status = 'pending' order by id for update))`)
}

/** After one of two has blocked the other: neither hears of what the other has sent it. */
export async function muteInvitations(db: Queryable, one: string, other: string): Promise<void> {
  await db.many(SQL`
    update space_invitation set is_silent = true where id = any(array(
      select id from space_invitation where status = 'pending' and not is_silent
        and ((inviter_id = ${one} and invitee_id = ${other}) or (inviter_id = ${other} and invitee_id = ${one}))
      order by id for update))`)
}

/** An agent that goes takes along the invitations that it made, and those that it got. */
export async function deleteInvitationsOf(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`
    delete from space_invitation where id = any(array(
      select id from space_invitation where inviter_id = ${agentId} or invitee_id = ${agentId} order by id for update))`)
}
