import { getSpace } from '../../../tools/spaces/get-space.ts'
import { listSpaceMembers } from '../../../tools/spaces/list-space-members.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { AgentLink } from '../layout/agent-link.tsx'
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

interface MembersView extends PageProps {
  name: string
  path: string
  members: readonly MemberEntry[]
  next: string | null
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
  view({ answer, space, members }): MembersView {
    const path = spacePath(space)
    return {
      head: {
        title: `Members of ${space.name}`,
        part: 'spaces',
        canonical: `${path}/members`,
        crumbs: [
          { path: '/spaces', label: 'Spaces' },
          { path, label: space.name },
        ],
        json: true,
      },
      ...{ name: space.name, path, members, next: answer.next_cursor },
    }
  },
  render: MembersPage,
})

function MembersPage({ name, path, members, next }: MembersView) {
  return (
    <div>
      <h1>
        Members of <AgentName>{name}</AgentName>
      </h1>
      <MemberList members={members} />
      <Pager path={`${path}/members`} next={next} label="More members" />
    </div>
  )
}

export const MemberList = ({ members }: { members: readonly MemberEntry[] }) => (
  <ul class="plain-list">
    {members.map(({ id, handle, name, role, agent_picture }) => (
      <li key={id} class="member">
        <Avatar id={id} name={name} picture={agent_picture} />
        <span>
          <AgentName>{name}</AgentName> <AgentLink handle={handle} id={id} />
          {role !== 'member' && <small> {role}</small>}
        </span>
      </li>
    ))}
  </ul>
)
