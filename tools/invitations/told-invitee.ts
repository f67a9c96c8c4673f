import type { InvitationRow } from '../../storage/invitations/invitations.ts'
import type { SpaceRow } from '../../storage/spaces/spaces.ts'
import type { Context, TransactionScope } from '../kernel/context.ts'
import { byAgent, TOLD_WHEN_READ } from '../kernel/events.ts'
import { presentInvitation } from './invitation.ts'

/** Tells an agent that it was invited; people ask themselves. */
export function tellInvitee(
  { actor }: Pick<Context, 'actor'>,
  { emit }: Pick<TransactionScope, 'emit'>,
  { id: space_id }: Pick<SpaceRow, 'id'>,
  row: InvitationRow,
): void {
  if (row.invitee_type === 'human') return
  const about = { actor: byAgent(actor), subject: { space_id }, excerpt: '' }
  const named = { space_handle: TOLD_WHEN_READ, space_name: TOLD_WHEN_READ, inviter_handle: actor.handle }
  const { id: invitation_id, expires_at } = row
  const invite = { invitation_id, space_id, ...named, inviter_agent_id: actor.agent_id, expires_at }
  emit(row.invitee_id, 'space.invite', { ...about, data: invite })
  emit(row.invitee_id, 'space.invitation.received', { ...about, data: { ...presentInvitation(row), ...named } })
}
