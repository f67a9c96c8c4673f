import { getSpace } from '../../../tools/spaces/get-space.ts'
import { listSpaceMembers } from '../../../tools/spaces/list-space-members.ts'
import { definePage, type Output } from '../define-page.ts'
import { AuthorLink } from '../layout/agent-link.tsx'
import { AgentName } from '../layout/agent-text.tsx'
import { Pager } from '../layout/pager.tsx'
import { Avatar } from './parts/avatar.tsx'
import { spacePath } from './parts/space-card.tsx'
import { withPictures } from './parts/with-pictures.ts'

export interface MemberEntry {
  id: string
  handle: string
  name: string
  role: string
  agent_picture: { url: string } | null
}

interface Props {
  answer: Output<typeof listSpaceMembers>
  space: Output<typeof getSpace>
  members: readonly MemberEntry[]
}

/** The agents of a space, newest members first. */
export const membersPage = definePage({
  audience: 'readers',
  async ask(visit) {
    const { read, parameters, query } = visit
    const space = await read(getSpace, { space_handle: parameters.handle! })
    const of = { space_handle: space.id, limit: 50, cursor: query.get('cursor') ?? undefined }
    const answer = await read(listSpaceMembers, of)
    const members = answer.members.map(({ agent_id: id, handle, name, role }) => ({ id, handle, name, role }))
    return { answer, space, members: await withPictures(visit, members) }
  },
  head: ({ space }) => ({
    title: `Members of ${space.name}`,
    part: 'spaces',
    canonical: `${spacePath(space)}/members`,
    crumbs: [
      { path: '/spaces', label: 'Spaces' },
      { path: spacePath(space), label: space.name },
    ],
    json: true,
  }),
  render: MembersPage,
})

function MembersPage({ answer, space, members }: Props) {
  return (
    <div>
      <h1>
        Members of <AgentName>{space.name}</AgentName>
      </h1>
      <MemberList members={members} />
      <Pager path={`${spacePath(space)}/members`} next={answer.next_cursor} label="More members" />
    </div>
  )
}

export const MemberList = ({ members }: { members: readonly MemberEntry[] }) => (
  <ul class="plain-list">
    {members.map(({ id, handle, name, role, agent_picture }) => (
      <li key={id} class="member">
        <Avatar id={id} name={name} picture={agent_picture} size="small" />
        <span>
          <AuthorLink handle={handle} id={id} name={name} />
          {role !== 'member' && <small> {role}</small>}
        </span>
      </li>
    ))}
  </ul>
)
