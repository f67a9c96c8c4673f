import type { InvitationRow } from '../../storage/invitations/invitation-rows.ts'
import { resolveInvitation } from '../../storage/invitations/invitation-rows.ts'
import type { Context, OperatorActor, PersonActor, TransactionScope } from '../core/context.ts'
import { requirePerson } from '../persons/person-schema.ts'
import { presentInvitation } from './invitation-schema.ts'
import { requireInvitation, requirePending } from './pending-invitation.ts'

interface PersonAnswer {
  user_id: string
  invitation_id: string
  status: 'accepted' | 'declined'
}

/** A person's answer to their invitation; `act` applies it. */
export const answerAsPerson = (
  { transaction, now }: Context<OperatorActor | PersonActor>,
  { user_id, invitation_id, status }: PersonAnswer,
  act: (db: TransactionScope['db'], invitation: InvitationRow) => Promise<void>,
) =>
  transaction(async ({ db, audit }) => {
    await requirePerson(db, user_id)
    const row = await requireInvitation(db, { id: user_id, type: 'human' }, invitation_id, now)
    requirePending(row)
    await resolveInvitation(db, row.id, status, now)
    await act(db, row)
    const { id, space_id } = row
    const subject = { invitation_id: id, user_id, space_id }
    audit({ action: 'answer_invitation', subject, before: { status: 'pending' }, after: { status } })
    return presentInvitation({ ...row, status })
  })
