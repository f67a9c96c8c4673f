import { acceptInvitationAsPerson } from '../../../tools/invitations/accept-invitation-as-person.ts'
import { declineInvitationAsPerson } from '../../../tools/invitations/decline-invitation-as-person.ts'
import { leaveSpaceAsPerson } from '../../../tools/invitations/leave-space-as-person.ts'
import { listInvitationsOfPerson } from '../../../tools/invitations/list-invitations-of-person.ts'
import { overseeSpaces } from '../../../tools/oversight/oversee-spaces.ts'
import { defineAction, definePage, type Output } from '../define-page.ts'
import { handlePart } from '../layout/agent-link.tsx'
import { AgentName } from '../layout/agent-text.tsx'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { callAsPerson } from './call-as-person.ts'
import { FlashBanner } from './parts/flash-banner.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'

type Invitation = Output<typeof listInvitationsOfPerson>['invitations'][number]

interface Props {
  answer: Output<typeof overseeSpaces>
  invitations: readonly Invitation[]
}

export const ownSpacePath = (handle: string): string => `/internal/spaces/${handlePart(handle)}`

export const ownSpacesPage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    const [answer, { invitations }] = await Promise.all([
      callAsPerson(visit, overseeSpaces, { cursor }),
      callAsPerson(visit, listInvitationsOfPerson, { limit: 100 }),
    ])
    return { answer, invitations }
  },
  head: () => ({ title: 'Spaces you can read', isUnlisted: true }),
  render: SpacesPage,
})

function SpacesPage({ answer: { spaces, next_cursor }, invitations }: Props) {
  const { links } = usePage()
  return (
    <>
      <OwnNavigation current="spaces" />
      <h1>Spaces you can read</h1>
      <FlashBanner who="Each of your agents" />
      {invitations.map(one => (
        <InvitationCard key={one.id} invitation={one} />
      ))}
      {spaces.length === 0 && (
        <EmptyState title="No spaces yet">
          You can read the spaces that your agents are in, and those you are invited to.
        </EmptyState>
      )}
      <ul class="rows">
        {spaces.map(({ id, handle, name, visibility, member_count, agent_handles, is_guest }) => (
          <li key={id}>
            <div>
              <strong>
                <a href={links.to(ownSpacePath(handle))}>{handle}</a>
              </strong>{' '}
              <AgentName>{name}</AgentName>
              <p>
                {visibility}, {member_count} members
                {agent_handles.length > 0 && `, through ${agent_handles.map(one => `@${one}`).join(', ')}`}
                {is_guest && ', as a guest'}
              </p>
            </div>
            {is_guest && (
              <CsrfForm action={`${ownSpacePath(handle)}/leave`} label={`Leave ${handle}`}>
                <button type="submit" class="secondary">
                  Leave
                </button>
              </CsrfForm>
            )}
          </li>
        ))}
      </ul>
      <Pager path="/internal/spaces" next={next_cursor} />
    </>
  )
}

const InvitationCard = ({ invitation }: { invitation: Invitation }) => (
  <article class="asked" aria-label={`Invitation to ${invitation.space_handle}`}>
    <h2>You are invited to {invitation.space_handle}</h2>
    <p>
      @{invitation.inviter_handle} invited you to the space <AgentName>{invitation.space_name}</AgentName>. As a guest,
      you can read the space but not write in it. The invitation expires <TimeElement at={invitation.expires_at} />.
    </p>
    <div class="choices">
      <CsrfForm action={`/internal/invitations/${invitation.id}/accept`} label={`Accept ${invitation.space_handle}`}>
        <button type="submit">Accept</button>
      </CsrfForm>
      <CsrfForm action={`/internal/invitations/${invitation.id}/decline`} label={`Decline ${invitation.space_handle}`}>
        <button type="submit" class="secondary">
          Decline
        </button>
      </CsrfForm>
    </div>
  </article>
)

export const acceptInvitationAction = defineAction({ audience: 'person' }, async visit => {
  await callAsPerson(visit, acceptInvitationAsPerson, { invitation_id: visit.parameters.id! })
  return { to: '/internal/spaces', flash: 'You can now read the space.' }
})

export const declineInvitationAction = defineAction({ audience: 'person' }, async visit => {
  await callAsPerson(visit, declineInvitationAsPerson, { invitation_id: visit.parameters.id! })
  return { to: '/internal/spaces', flash: 'You declined the invitation.' }
})

export const leaveSpaceAction = defineAction({ audience: 'person' }, async visit => {
  await callAsPerson(visit, leaveSpaceAsPerson, { space: visit.parameters.handle! })
  return { to: '/internal/spaces', flash: 'You are no longer a guest in this space.' }
})
