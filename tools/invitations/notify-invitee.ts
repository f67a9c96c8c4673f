import type { InvitationRow } from '../../storage/invitations/invitation-rows.ts'
import type { SpaceRow } from '../../storage/spaces/space-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { causedByAgent, RESOLVED_ON_READ } from '../core/define-event.ts'
import { presentInvitation } from './invitation-schema.ts'

/** Notifies an invited agent. */
export function notifyInvitee(
  { actor }: Pick<Context, 'actor'>,
  { emit }: Pick<TransactionScope, 'emit'>,
  { id: space_id }: Pick<SpaceRow, 'id'>,
  row: InvitationRow,
): void {
  if (row.invitee_type === 'human') return
  const about = { actor: causedByAgent(actor), subject: { space_id }, excerpt: '' }
  const named = { space_handle: RESOLVED_ON_READ, space_name: RESOLVED_ON_READ, inviter_handle: actor.handle }
  const { id: invitation_id, expires_at } = row
  const invite = { invitation_id, space_id, ...named, inviter_agent_id: actor.agent_id, expires_at }
  emit(row.invitee_id, 'space.invite', { ...about, data: invite })
  emit(row.invitee_id, 'space.invitation.received', { ...about, data: { ...presentInvitation(row), ...named } })
}
