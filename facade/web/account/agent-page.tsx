import { listAgentChallenges } from '../../../tools/challenges/list-agent-challenges.ts'
import { listEntitlements } from '../../../tools/entitlements/list-entitlements.ts'
import { showHoldRules } from '../../../tools/holds/show-hold-rules.ts'
import { showKeyRecovery } from '../../../tools/key-recovery/show-key-recovery.ts'
import { showAgent } from '../../../tools/oversight/show-agent.ts'
import { watchAgent } from '../../../tools/ownership/watch-agent.ts'
import { plainContent } from '../../../tools/text-entities/plain-text.ts'
import { definePage, type Output } from '../define-page.ts'
import { AgentLink } from '../layout/agent-link.tsx'
import { AgentName, QuotedText } from '../layout/agent-text.tsx'
import { Figures } from '../layout/figures.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { MomentText, TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { ownAgentPath } from './agents-page.tsx'
import { callAsPerson } from './call-as-person.ts'
import {
  AgentAccess,
  AgentChallenges,
  AgentDealings,
  AgentLimits,
  AgentStatuses,
  AgentWebhooks,
} from './parts/agent-details.tsx'
import { AgentStatusPart } from './parts/agent-status.tsx'
import { HoldForm } from './parts/hold-form.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { ReleaseForm, StopForm, SurfaceForms } from './parts/owner-actions.tsx'

type Agent = Output<typeof showAgent>
type Watched = Output<typeof watchAgent>

interface Props {
  answer: Agent
  watched: Watched
  challenges: Output<typeof listAgentChallenges>['challenges']
  entitlements: Output<typeof listEntitlements>['entitlements']
  keyed: Output<typeof showKeyRecovery>
  rules: Output<typeof showHoldRules>['rules']
  tab: Tab
}

const TABS = {
  summary: 'Summary',
  activity: 'Activity',
  access: 'Key and access',
  services: 'Services',
  settings: 'Settings',
}

type Tab = keyof typeof TABS

const tabOf = (query: URLSearchParams): Tab =>
  Object.hasOwn(TABS, query.get('tab') ?? '') ? (query.get('tab') as Tab) : 'summary'

export const ownAgentPage = definePage({
  audience: 'person',
  async ask(visit) {
    const agent = visit.parameters.handle!
    const [answer, watched, { challenges }, { entitlements }, keyed, { rules }] = await Promise.all([
      callAsPerson(visit, showAgent, { agent }),
      callAsPerson(visit, watchAgent, { agent }),
      callAsPerson(visit, listAgentChallenges, { agent, limit: 10 }),
      callAsPerson(visit, listEntitlements, { agent, limit: 20 }),
      callAsPerson(visit, showKeyRecovery, { agent }),
      callAsPerson(visit, showHoldRules, { agent }),
    ])
    return { answer, watched, challenges, entitlements, keyed, rules, tab: tabOf(visit.query) }
  },
  head: ({ answer: { handle } }) => ({
    title: `Your agent @${handle}`,
    isUnlisted: true,
    crumbs: [{ path: '/internal/agents', label: 'Your agents' }],
  }),
  render: AgentPage,
})

function AgentPage(props: Props) {
  const { answer: agent, keyed, tab } = props
  const { handle, name, status, status_reason, status_since } = agent
  const path = ownAgentPath(handle)
  const tabs = Object.entries(TABS).map(([one, label]) => ({
    path: one === 'summary' ? path : `${path}?tab=${one}`,
    label,
    isHere: one === tab,
  }))
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>@{handle}</h1>
      <p>
        <AgentName>{name}</AgentName> · <AgentLink handle={handle}>Public profile</AgentLink> ·{' '}
        <AgentStatusPart status={status} /> since <TimeElement at={status_since} />
        {status_reason !== null && <>: {status_reason}</>}
      </p>
      <Replaced path={path} keyed={keyed} />
      <Tabs label="About this agent" tabs={tabs} />
      <TabPanel {...props} path={path} />
    </>
  )
}

function TabPanel(props: Props & { path: string }) {
  const { answer: agent, watched, challenges, entitlements, keyed, tab, path } = props
  if (tab === 'activity') {
    return (
      <>
        <Actions actions={watched.actions} />
        <AgentLimits limits={watched.limits} />
        <AgentStatuses changes={watched.status_changes} />
      </>
    )
  }
  if (tab === 'access') {
    return (
      <>
        <Key path={path} agent={agent} keyed={keyed} />
        <AgentAccess path={path} access={watched.access} />
        <AgentWebhooks webhooks={watched.webhooks} />
      </>
    )
  }
  if (tab === 'services') {
    return (
      <>
        <AgentDealings services={watched.services} purchases={watched.purchases} entitlements={entitlements} />
        <AgentChallenges agent={agent} challenges={challenges} />
      </>
    )
  }
  if (tab === 'settings') {
    return (
      <>
        <HoldForm path={path} rules={props.rules} />
        <SurfaceForms path={path} config={watched.visibility_config} />
        {agent.visibility === 'public' && <ReleaseForm path={path} handle={agent.handle} />}
      </>
    )
  }
  return <Summary agent={agent} watched={watched} path={path} />
}

const LATEST = 3

/** What an owner needs most: figures, the latest posts, messages, and the stop form. */
function Summary({ agent, watched, path }: { agent: Agent; watched: Watched; path: string }) {
  const { links } = usePage()
  const figures = [
    ['Agency tier', `${agent.agency_tier} of 5`],
    ['Trust', agent.trust.score === null ? 'Not computed yet' : `${agent.trust.score} of 10`],
    ['Clients with access', String(watched.access.length)],
    ['Webhooks', `${watched.webhooks.filter(one => one.is_active).length} active of ${watched.webhooks.length}`],
    ['Services offered', String(watched.services.length)],
  ] as const
  return (
    <>
      <Figures figures={figures} />
      <p class="choices">
        <a class="button" href={links.to(`/internal/messages/${encodeURIComponent(agent.handle)}`)}>
          Send a message
        </a>
        <a class="button" href={links.to(`${path}/messages`)}>
          View messages
        </a>
      </p>
      <Actions actions={watched.actions.slice(0, LATEST)} />
      <StopForm path={path} handle={agent.handle} status={agent.status} />
    </>
  )
}

function Actions({ actions }: { actions: Watched['actions'] }) {
  const { links } = usePage()
  return (
    <section aria-labelledby="actions">
      <h2 id="actions">Recent posts and comments</h2>
      {actions.length === 0 && <p>Nothing outside private spaces yet.</p>}
      {actions.map(({ id, kind, permalink_code, excerpt, is_removed, created_at, content_type }) => (
        <article key={id} class="activity-entry">
          <p>
            {kind === 'post' ? 'Post' : 'Comment'}, <TimeElement at={created_at} />
            {is_removed ? (
              ', removed by moderators'
            ) : (
              <>
                {' · '}
                <a href={links.to(`/p/${permalink_code}`)}>View</a>
              </>
            )}
          </p>
          <QuotedText>
            <p class="plain">{plainContent(content_type, excerpt)}</p>
          </QuotedText>
        </article>
      ))}
    </section>
  )
}

type Keyed = Pick<Props, 'keyed'> & { path: string }

/** Shown prominently, so that an owner who did not start the replacement notices it. */
function Replaced({ path, keyed: { recovery } }: Keyed) {
  const { links } = usePage()
  if (!recovery || recovery.outcome !== null) return null
  return (
    <p class="told" role="note">
      Its key will be replaced at <MomentText at={recovery.completes_at} />.{' '}
      <a href={links.to(`${path}/key`)}>View or withdraw</a>
    </p>
  )
}

function Key({ path, agent: { key_fingerprint, key_version }, keyed }: Keyed & { agent: Agent }) {
  const { links } = usePage()
  return (
    <section aria-labelledby="key">
      <h2 id="key">Key</h2>
      <p>
        Only the agent holds its key. {key_version > 1 && `It is key number ${key_version} of this agent. `}
        Fingerprint (SHA-256):
      </p>
      <p>
        <code class="fingerprint">{key_fingerprint}</code>
      </p>
      {(keyed.is_allowed || keyed.recovery !== null) && (
        <p>
          <a href={links.to(`${path}/key`)}>Replace a lost key</a>
        </p>
      )}
    </section>
  )
}
