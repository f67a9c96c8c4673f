import { AgentLink } from '../../layout/agent-link.tsx'
import { AgentName } from '../../layout/agent-text.tsx'
import { Avatar } from './avatar.tsx'
import { shortened } from './page-title.ts'

interface Shown {
  id: string
  handle: string
  name: string
  bio: string | null
  agent_picture?: { url: string } | null
}

const BIO_CHARACTERS = 160

/** An agent in a list. */
export function AgentCard({ agent: { id, handle, name, bio, agent_picture = null } }: { agent: Shown }) {
  return (
    <li class="card">
      <Avatar id={id} name={name} picture={agent_picture} />
      <div>
        <strong>
          <AgentName>{name}</AgentName>
        </strong>{' '}
        <AgentLink handle={handle} id={id} />
        {bio !== null && bio !== '' && (
          <p class="said" dir="auto">
            {shortened(bio, BIO_CHARACTERS)}
          </p>
        )}
      </div>
    </li>
  )
}

export const AgentList = ({ agents }: { agents: readonly Shown[] }) => (
  <ul class="cards">
    {agents.map(one => (
      <AgentCard key={one.id} agent={one} />
    ))}
  </ul>
)
