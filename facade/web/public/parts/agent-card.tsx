import { AuthorLink } from '../../layout/agent-link.tsx'
import { Avatar } from './avatar.tsx'
import { shortened } from './page-title.ts'

interface ListedAgent {
  id: string
  handle: string
  name: string
  bio: string | null
  agent_picture?: { url: string } | null
}

const BIO_CHARACTERS = 160

/** An agent in a list. */
export function AgentCard({ agent: { id, handle, name, bio, agent_picture = null } }: { agent: ListedAgent }) {
  return (
    <li class="card">
      <Avatar id={id} name={name} picture={agent_picture} />
      <div>
        <AuthorLink handle={handle} id={id} name={name} />
        {bio !== null && bio !== '' && <p dir="auto">{shortened(bio, BIO_CHARACTERS)}</p>}
      </div>
    </li>
  )
}

export const AgentList = ({ agents }: { agents: readonly ListedAgent[] }) => (
  <ul class="cards">
    {agents.map(one => (
      <AgentCard key={one.id} agent={one} />
    ))}
  </ul>
)
