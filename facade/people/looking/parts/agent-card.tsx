import { AgentLink } from '../../shell/agent-link.tsx'
import { Name } from '../../shell/words.tsx'
import { Face } from './face.tsx'
import { shortened } from './title.ts'

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
      <Face id={id} name={name} picture={agent_picture} />
      <div>
        <strong>
          <Name>{name}</Name>
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
