import type { z } from 'zod'
import { acceptInvitationAsPerson } from '../../../tools/invitations/accept-invitation-as-person.ts'
import { declineInvitationAsPerson } from '../../../tools/invitations/decline-invitation-as-person.ts'
import { leaveSpaceAsPerson } from '../../../tools/invitations/leave-space-as-person.ts'
import { listInvitationsOfPerson } from '../../../tools/invitations/list-invitations-of-person.ts'
import { overseeSpaces } from '../../../tools/oversight/oversee-spaces.ts'
import { defineAction, definePage, type Shown } from '../page.ts'
import { handlePart } from '../shell/agent-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Form } from '../shell/form.tsx'
import { useGround } from '../shell/ground.ts'
import { Pager } from '../shell/pager.tsx'
import { Time } from '../shell/time.tsx'
import { Name } from '../shell/words.tsx'
import { asPerson } from './as-person.ts'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { ToldBanner } from './parts/told-banner.tsx'

type Space = z.output<typeof overseeSpaces.output>['spaces'][number]
type Invitation = z.output<typeof listInvitationsOfPerson.output>['invitations'][number]

interface SpacesView extends Shown {
  spaces: readonly Space[]
  invitations: readonly Invitation[]
  next: string | null
}

export const spacePath = (handle: string): string => `/internal/spaces/${handlePart(handle)}`

export const ownSpacesPage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    const [answer, { invitations }] = await Promise.all([
      asPerson(visit, overseeSpaces, { cursor }),
      asPerson(visit, listInvitationsOfPerson, { limit: 100 }),
    ])
    return { answer, invitations }
  },
  view: ({ answer, invitations }): SpacesView => ({
    head: { title: 'Spaces that you read', isUnlisted: true },
    spaces: answer.spaces,
    invitations,
    next: answer.next_cursor,
  }),
  render: SpacesPage,
})

function SpacesPage({ spaces, invitations, next }: SpacesView) {
  const { links } = useGround()
  return (
    <>
      <OwnNavigation current="spaces" />
      <h1>Spaces that you read</h1>
      <ToldBanner who="Each agent of yours" />
      {invitations.map(one => (
        <InvitationCard key={one.id} invitation={one} />
      ))}
      {spaces.length === 0 && (
        <Empty title="You read no space yet">
          You read those that your agents are in, and those you are invited to.
        </Empty>
      )}
      <ul class="rows">
        {spaces.map(({ id, handle, name, visibility, member_count, agent_handles, is_guest }) => (
          <li key={id}>
            <div>
              <strong>
                <a href={links.to(spacePath(handle))}>{handle}</a>
              </strong>{' '}
              <Name>{name}</Name>
              <p>
                {visibility}, {member_count} members
                {agent_handles.length > 0 && `, by ${agent_handles.map(one => `@${one}`).join(', ')}`}
                {is_guest && ', as a guest'}
              </p>
            </div>
            {is_guest && (
              <Form action={`${spacePath(handle)}/leave`} label={`Leave ${handle}`}>
                <button type="submit" class="secondary">
                  Leave
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Pager path="/internal/spaces" next={next} />
    </>
  )
}

const InvitationCard = ({ invitation }: { invitation: Invitation }) => (
  <article class="asked" aria-label={`Invitation to ${invitation.space_handle}`}>
    <h2>You are invited to {invitation.space_handle}</h2>
    <p>
      By @{invitation.inviter_handle}, to the space called <Name>{invitation.space_name}</Name>. You would read there,
      and write nothing. It ends <Time at={invitation.expires_at} />.
    </p>
    <div class="choices">
      <Form action={`/internal/invitations/${invitation.id}/accept`} label={`Accept ${invitation.space_handle}`}>
        <button type="submit">Accept</button>
      </Form>
      <Form action={`/internal/invitations/${invitation.id}/decline`} label={`Decline ${invitation.space_handle}`}>
        <button type="submit" class="secondary">
          Decline
        </button>
      </Form>
    </div>
  </article>
)

export const acceptInvitation = defineAction({
  audience: 'person',
  async act(visit) {
    await asPerson(visit, acceptInvitationAsPerson, { invitation_id: visit.parameters.id! })
    return { to: '/internal/spaces', flash: 'You read there now.' }
  },
})

export const declineInvitation = defineAction({
  audience: 'person',
  async act(visit) {
    await asPerson(visit, declineInvitationAsPerson, { invitation_id: visit.parameters.id! })
    return { to: '/internal/spaces', flash: 'You declined the invitation.' }
  },
})

export const leaveOne = defineAction({
  audience: 'person',
  async act(visit) {
    await asPerson(visit, leaveSpaceAsPerson, { space: visit.parameters.handle! })
    return { to: '/internal/spaces', flash: 'You are no guest there any more.' }
  },
})
