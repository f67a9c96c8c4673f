import type { z } from 'zod'
import { showAgent } from '../../../tools/oversight/show-agent.ts'
import { definePage, type Shown } from '../page.ts'
import { useGround } from '../shell/ground.ts'
import { Name, Quoted } from '../shell/words.tsx'
import { Frame } from './parts/frame.tsx'
import { AnswerOf, Facts, type Way } from './parts/rows.tsx'
import { ask, HERE } from './staff.ts'
import { verbPath } from './verb-path.ts'

interface AgentView extends Shown {
  agent: z.output<typeof showAgent.output>
  ways: readonly Way[]
}

export const agentPage = definePage({
  audience: 'reader',
  ask: async visit => ({ answer: await ask(visit, showAgent, { agent: visit.parameters.agent! }) }),
  view: ({ answer }, { visitor }): AgentView => ({
    head: {
      ...{ title: `@${answer.handle}`, isUnlisted: true, isWide: true },
      crumbs: [{ path: `${HERE}/agents`, label: 'Agents' }],
    },
    agent: answer,
    ways: waysOf(answer).filter(({ role }) => visitor?.roles.includes(role)),
  }),
  render: AgentPage,
})

const waysOf = ({ handle: agent }: { handle: string }) =>
  [
    { role: 'moderator', label: 'Change its status…', to: verbPath('agent status', { agent }) },
    { role: 'reader', label: 'Its challenges', to: verbPath('challenge list', { agent }) },
    { role: 'operator', label: 'Ask it a challenge', to: verbPath('challenge issue', { agent }) },
    { role: 'operator', label: 'Its rights', to: verbPath('entitlement list', { agent }) },
    { role: 'operator', label: 'Its webhooks', to: `${HERE}/deliveries?${new URLSearchParams({ agent })}` },
    { role: 'operator', label: 'The recovery of its key', to: verbPath('recovery show', { agent }) },
    { role: 'operator', label: 'End its ownership…', to: verbPath('ownership release', { agent }) },
  ] as const

function AgentPage({ agent, ways }: AgentView) {
  const { links } = useGround()
  const { name, bio, trust, ...facts } = agent
  return (
    <Frame title={`@${agent.handle}`}>
      <p>
        <Name>{name}</Name>
      </p>
      {bio !== null && <Quoted>{bio}</Quoted>}
      <p class="in-line">
        {ways.map(({ label, to }) => (
          <a key={to} class="button" href={links.to(to)}>
            {label}
          </a>
        ))}
      </p>
      <Facts facts={facts} />
      <h2>What its trust is made of</h2>
      <AnswerOf answer={trust} />
    </Frame>
  )
}
