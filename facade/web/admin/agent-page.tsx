import { showAgent } from '../../../tools/oversight/show-agent.ts'
import { definePage, type Output } from '../define-page.ts'
import { AgentName, QuotedText } from '../layout/agent-text.tsx'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { Facts, OutputTable } from './parts/table-rows.tsx'

export const staffAgentPage = definePage({
  audience: 'reader',
  ask: async visit => ({ answer: await callTool(visit, showAgent, { agent: visit.parameters.agent! }) }),
  head: ({ answer }) => ({
    ...{ title: `@${answer.handle}`, isUnlisted: true, isWide: true },
    crumbs: [{ path: `${ADMIN_PATH}/agents`, label: 'Agents' }],
  }),
  render: AgentPage,
})

const linksOf = ({ handle: agent }: { handle: string }) =>
  [
    { role: 'moderator', label: 'Change its status…', to: commandPath('agent status', { agent }) },
    { role: 'reader', label: 'Challenges', to: commandPath('challenge list', { agent }) },
    { role: 'operator', label: 'Issue a challenge', to: commandPath('challenge issue', { agent }) },
    { role: 'operator', label: 'Entitlements', to: commandPath('entitlement list', { agent }) },
    { role: 'operator', label: 'Webhooks', to: `${ADMIN_PATH}/deliveries?${new URLSearchParams({ agent })}` },
    { role: 'operator', label: 'Key recovery', to: commandPath('recovery show', { agent }) },
    { role: 'operator', label: 'End ownership…', to: commandPath('ownership release', { agent }) },
  ] as const

function AgentPage({ answer: agent }: { answer: Output<typeof showAgent> }) {
  const { links, visitor } = usePage()
  const actionLinks = linksOf(agent).filter(({ role }) => visitor?.roles.includes(role))
  const { name, bio, trust, ...facts } = agent
  return (
    <AdminFrame title={`@${agent.handle}`}>
      <p>
        <AgentName>{name}</AgentName>
      </p>
      {bio !== null && <QuotedText>{bio}</QuotedText>}
      <p class="in-line">
        {actionLinks.map(({ label, to }, index) => (
          <a key={to} class={index === 0 ? 'button primary' : 'button'} href={links.to(to)}>
            {label}
          </a>
        ))}
      </p>
      <Facts facts={facts} />
      <h2>Trust score components</h2>
      <OutputTable output={trust} />
    </AdminFrame>
  )
}
