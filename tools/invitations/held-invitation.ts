import type { Queryable } from '../../storage/db/db.ts'
import {
  findSpaceOfInvitation,
  holdInvitation,
  type InvitationRow,
  type Invitee,
} from '../../storage/invitations/invitations.ts'
import { holdSpace } from '../../storage/spaces/spaces.ts'
import { Problem } from '../kernel/problems/problems.ts'

export const noSuchInvitation = () => new Problem('not-found', 'There is no such invitation.')

/** An invitation of the invitee, which nobody else answers, nor its space changes, before the transaction ends. */
export async function requireInvitation(
  db: Queryable,
  invitee: Invitee,
  id: string,
  now: Date,
): Promise<InvitationRow> {
  const spaceId = await findSpaceOfInvitation(db, invitee, id)
  if (spaceId === undefined) throw noSuchInvitation()
  await holdSpace(db, spaceId)
  const row = await holdInvitation(db, invitee, id, now)
  if (!row) throw noSuchInvitation()
  return row
}

/** INVITE-43 */
export function requirePending({ status }: InvitationRow): void {
  if (status === 'pending') return
  throw new Problem('invitation-not-pending', 'This invitation does not wait for an answer any more.', {
    invitation_status: status,
  })
}
