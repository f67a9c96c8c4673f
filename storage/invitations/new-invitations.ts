import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type InvitationRow, type InviteeRef, invitationColumns } from './invitation-rows.ts'

export interface NewInvitation {
  id: string
  space_id: string
  inviter_id: string
  invitee: InviteeRef
  /** Its invitee is not notified. */
  is_silent: boolean
  created_at: Date
  expires_at: Date
}

/** Whether an agent exists; if so it is not deleted before the transaction ends. Never waits. */
export async function lockInvitedAgent(db: Queryable, id: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`select 1 from agent where id = ${id} for key share skip locked`)
  return row !== undefined
}

/** Whether the invitee is in the space; for a person, as a guest: owners are there through their agents. */
export async function isInSpace(db: Queryable, spaceId: string, { id, type }: InviteeRef): Promise<boolean> {
  const row = await db.maybeOne(
    type === 'agent'
      ? SQL`select 1 from space_member where space_id = ${spaceId} and agent_id = ${id} and left_at is null`
      : SQL`select 1 from space_person where space_id = ${spaceId} and user_id = ${id} and is_guest`,
  )
  return row !== undefined
}

/** The pending invitation of the invitee to a space that the transaction has locked; an expired one is ended. */
export async function findPendingInvitation(
  db: Queryable,
  spaceId: string,
  invitee: InviteeRef,
  now: Date,
): Promise<(InvitationRow & { is_silent: boolean }) | undefined> {
  await db.many(SQL`
    update space_invitation set status = 'expired', settled_at = ${now}
    where space_id = ${spaceId} and invitee_id = ${invitee.id} and status = 'pending' and expires_at <= ${now}`)
  return db.maybeOne(
    SQL`select i.is_silent, `
      .append(invitationColumns(now))
      .append(SQL` from space_invitation i join space s on s.id = i.space_id
        where i.space_id = ${spaceId} and i.invitee_id = ${invitee.id} and i.status = 'pending' for update of i`),
  )
}

export async function insertInvitation(db: Queryable, { invitee, ...invitation }: NewInvitation): Promise<void> {
  await db.many(SQL`
    insert into space_invitation (id, space_id, inviter_id, invitee_id, invitee_type, is_silent, created_at, expires_at)
    values (${invitation.id}, ${invitation.space_id}, ${invitation.inviter_id}, ${invitee.id}, ${invitee.type},
      ${invitation.is_silent}, ${invitation.created_at}, ${invitation.expires_at})`)
}

/** Makes a silenced invitation audible again, from an inviter without a block. */
export async function unmuteInvitation(db: Queryable, id: string, inviterId: string): Promise<void> {
  await db.many(SQL`update space_invitation set is_silent = false, inviter_id = ${inviterId} where id = ${id}`)
}
