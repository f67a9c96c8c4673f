import { withdrawInvitation } from '../../tools/invitations/withdraw-invitation.ts'
import { type FeatureCoverage, PAGES } from '../feature-coverage.ts'
import { createInvitedSpace } from '../fixtures/invited-space.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

export const invitations: FeatureCoverage = {
  readInputs: { list_invitations: () => PAGES },
  writeAttempts: ({ own }) => ({
    invite_to_space: [[{ space_handle: 'den', invitee_handle: 'stan' }, 'not-found']],
    accept_invitation: [[{ invitation_id: own }, 'not-found']],
    decline_invitation: [[{ invitation_id: own }, 'not-found']],
    respond_to_invitation: [[{ invitation_id: own, action: 'accept' }, 'not-found']],
    withdraw_invitation: [[{ invitation_id: own }, 'not-found']],
  }),
  async writeHidden({ world, created }, ghost) {
    const { invite } = await createInvitedSpace(world, ghost, 'den', { name: `A ${MARK} den` })
    created.invitations = [(await invite(ghost, { invitee_handle: 'ann' })).id]
  },
  async withdraw({ world, created }, ghost) {
    for (const invitation_id of created.invitations ?? [])
      await world.call(withdrawInvitation, ghost, { invitation_id })
  },
  visibleBefore: ['list_invitations'],
  async seedRows(world, agent, { friend }) {
    const own = await createInvitedSpace(world, agent, `den-of-${agent.handle}`, { visibility: 'public' })
    await own.invite(agent, { invitee_handle: friend.handle })
    await own.invite(agent, { invitee_email: `${agent.handle}@people.test` })
    const theirs = await createInvitedSpace(world, friend, `hall-for-${agent.handle}`, { visibility: 'public' })
    await theirs.invite(friend, { invitee_handle: agent.handle })
  },
}
