import type { Queryable } from '../../storage/db/db.ts'
import {
  findSpaceOfInvitation,
  type InvitationRow,
  type InviteeRef,
  lockInvitation,
} from '../../storage/invitations/invitation-rows.ts'
import { lockSpaceShared } from '../../storage/spaces/space-rows.ts'
import { Problem } from '../core/problems/problem.ts'

export const noSuchInvitation = () => new Problem('not-found', 'This invitation does not exist.')

/** An invitation of the invitee, locked with its space until the transaction ends. */
export async function requireInvitation(
  db: Queryable,
  invitee: InviteeRef,
  id: string,
  now: Date,
): Promise<InvitationRow> {
  const spaceId = await findSpaceOfInvitation(db, invitee, id)
  if (spaceId === undefined) throw noSuchInvitation()
  await lockSpaceShared(db, spaceId)
  const row = await lockInvitation(db, invitee, id, now)
  if (!row) throw noSuchInvitation()
  return row
}

/** INVITE-43 */
export function requirePending({ status }: InvitationRow): void {
  if (status === 'pending') return
  throw new Problem('invitation-not-pending', 'This invitation is no longer open.', {
    invitation_status: status,
  })
}
