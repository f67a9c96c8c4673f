import { acceptInvitation } from '../../../tools/invitations/accept-invitation.ts'
import { declineInvitation } from '../../../tools/invitations/decline-invitation.ts'
import { inviteToSpace } from '../../../tools/invitations/invite-to-space.ts'
import { listInvitations } from '../../../tools/invitations/list-invitations.ts'
import { respondToInvitation } from '../../../tools/invitations/respond-to-invitation.ts'
import { withdrawInvitation } from '../../../tools/invitations/withdraw-invitation.ts'
import { route, routeGroup } from '../route.ts'

export const invitations = routeGroup('4.9.2', 'Invitations to spaces', [
  route('POST', '/spaces/:identifier/invite', inviteToSpace, {
    action: 'space.invite',
    status: 201,
    existing: 200,
    rename: { identifier: 'space_handle' },
  }),
  route('GET', '/spaces/invitations', listInvitations, { action: 'space.invitations' }),
  route('POST', '/spaces/invitations/:invitation_id/accept', acceptInvitation, { action: 'space.invite.accept' }),
  route('POST', '/spaces/invitations/:invitation_id/decline', declineInvitation, { action: 'space.invite.decline' }),
  route('POST', '/spaces/invitations/:invitation_id/respond', respondToInvitation, { action: 'space.invite.respond' }),
  route('DELETE', '/spaces/invitations/:invitation_id', withdrawInvitation, { action: 'space.invite.withdraw' }),
])
