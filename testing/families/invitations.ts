import { withdrawInvitation } from '../../tools/invitations/withdraw-invitation.ts'
import { type Family, PAGES } from '../family.ts'
import { MARK } from '../traces/scene.ts'
import { openInvited } from '../worlds/invited.ts'

export const invitations: Family = {
  asked: { list_invitations: () => PAGES },
  tried: ({ own }) => ({
    invite_to_space: [[{ space_handle: 'den', invitee_handle: 'stan' }, 'not-found']],
    accept_invitation: [[{ invitation_id: own }, 'not-found']],
    decline_invitation: [[{ invitation_id: own }, 'not-found']],
    respond_to_invitation: [[{ invitation_id: own, action: 'accept' }, 'not-found']],
    withdraw_invitation: [[{ invitation_id: own }, 'not-found']],
  }),
  async haunt({ world, left }, ghost) {
    const { invite } = await openInvited(world, ghost, 'den', { name: `A ${MARK} den` })
    left.invitations = [(await invite(ghost, { invitee_handle: 'ann' })).id]
  },
  async withdraw({ world, left }, ghost) {
    for (const invitation_id of left.invitations ?? []) await world.call(withdrawInvitation, ghost, { invitation_id })
  },
  telling: ['list_invitations'],
  async settle(world, agent, { friend }) {
    const own = await openInvited(world, agent, `den-of-${agent.handle}`, { visibility: 'public' })
    await own.invite(agent, { invitee_handle: friend.handle })
    await own.invite(agent, { invitee_email: `${agent.handle}@people.test` })
    const theirs = await openInvited(world, friend, `hall-for-${agent.handle}`, { visibility: 'public' })
    await theirs.invite(friend, { invitee_handle: agent.handle })
  },
}
