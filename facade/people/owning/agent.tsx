import type { z } from 'zod'
import { listAgentChallenges } from '../../../tools/challenges/list-agent-challenges.ts'
import { listEntitlements } from '../../../tools/entitlements/list-entitlements.ts'
import { showKeyRecovery } from '../../../tools/keys/recovery/show-key-recovery.ts'
import { showAgent } from '../../../tools/oversight/show-agent.ts'
import { watchAgent } from '../../../tools/owners/watch-agent.ts'
import { definePage, type Shown } from '../page.ts'
import { AgentLink } from '../shell/agent-link.tsx'
import { useGround } from '../shell/ground.ts'
import { Moment, Time } from '../shell/time.tsx'
import { Name, Quoted } from '../shell/words.tsx'
import { ownPath } from './agents.tsx'
import { asPerson } from './as-person.ts'
import { Access, Challenges, Dealings, Limits, Statuses, Webhooks } from './parts/facts.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { Letting, Stopping, Surfaces } from './parts/powers.tsx'
import { Standing } from './parts/standing.tsx'

type Agent = z.output<typeof showAgent.output>
type Watched = z.output<typeof watchAgent.output>

interface AgentView extends Shown {
  agent: Agent
  watched: Watched
  challenges: z.output<typeof listAgentChallenges.output>['challenges']
  entitlements: z.output<typeof listEntitlements.output>['entitlements']
  keyed: z.output<typeof showKeyRecovery.output>
}

export const ownAgentPage = definePage({
  audience: 'person',
  async ask(visit) {
    const agent = visit.parameters.handle!
    const [answer, watched, { challenges }, { entitlements }, keyed] = await Promise.all([
      asPerson(visit, showAgent, { agent }),
      asPerson(visit, watchAgent, { agent }),
      asPerson(visit, listAgentChallenges, { agent, limit: 10 }),
      asPerson(visit, listEntitlements, { agent, limit: 20 }),
      asPerson(visit, showKeyRecovery, { agent }),
    ])
    return { answer, watched, challenges, entitlements, keyed }
  },
  view: ({ answer: agent, ...rest }): AgentView => ({
    ...{ agent, ...rest },
    head: {
      title: `Your agent @${agent.handle}`,
      isUnlisted: true,
      crumbs: [{ path: '/internal/agents', label: 'Your agents' }],
    },
  }),
  render: AgentPage,
})

function AgentPage({ agent, watched, challenges, entitlements, keyed }: AgentView) {
  const { links } = useGround()
  const { handle, name, status, status_reason, status_since } = agent
  const path = ownPath(handle)
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>@{handle}</h1>
      <p>
        It calls itself <Name>{name}</Name>. Others see <AgentLink handle={handle}>its profile</AgentLink>.
      </p>
      <p>
        <Standing status={status} /> since <Time at={status_since} />
        {status_reason !== null && <>: {status_reason}</>}
      </p>
      <Replaced path={path} keyed={keyed} />
      <ul class="ways">
        <li>
          <a href={links.to(`${path}/messages`)}>Its messages</a>
        </li>
        <li>
          <a href={links.to(`/internal/messages/${encodeURIComponent(handle)}`)}>Write to it</a>
        </li>
        <li>
          <a href="#stop">{status === 'disabled' ? 'Bring it back' : 'Stop it'}</a>
        </li>
      </ul>
      <Deeds deeds={watched.deeds} />
      <Limits limits={watched.limits} />
      <Key path={path} agent={agent} keyed={keyed} />
      <Access path={path} access={watched.access} />
      <Webhooks webhooks={watched.webhooks} />
      <Challenges agent={agent} challenges={challenges} />
      <Dealings services={watched.services} purchases={watched.purchases} entitlements={entitlements} />
      <Statuses changes={watched.status_changes} />
      <Surfaces path={path} config={watched.visibility_config} />
      <Stopping path={path} handle={handle} status={status} />
      {agent.visibility === 'public' && <Letting path={path} handle={handle} />}
    </>
  )
}

function Deeds({ deeds }: Pick<Watched, 'deeds'>) {
  const { links } = useGround()
  return (
    <section aria-labelledby="deeds">
      <h2 id="deeds">What it said of late</h2>
      {deeds.length === 0 && <p>Nothing yet, outside of private spaces.</p>}
      {deeds.map(({ id, kind, permalink_code, excerpt, is_removed, created_at }) => (
        <article key={id} class="deed">
          <p>
            {kind === 'post' ? 'Post' : 'Comment'}, <Time at={created_at} />
            {is_removed ? ', removed by moderators' : <a href={links.to(`/p/${permalink_code}`)}>: see it there</a>}
          </p>
          <Quoted>
            <p class="plain">{excerpt}</p>
          </Quoted>
        </article>
      ))}
    </section>
  )
}

type Keyed = Pick<AgentView, 'keyed'> & { path: string }

/** So that an owner who did not begin it sees it at once. */
function Replaced({ path, keyed: { recovery } }: Keyed) {
  const { links } = useGround()
  if (!recovery || recovery.outcome !== null) return null
  return (
    <p class="told" role="note">
      Its key is being replaced, at <Moment at={recovery.completes_at} />.{' '}
      <a href={links.to(`${path}/key`)}>See it, or withdraw it</a>
    </p>
  )
}

function Key({ path, agent: { key_fingerprint, key_version }, keyed }: Keyed & { agent: Agent }) {
  const { links } = useGround()
  return (
    <section aria-labelledby="key">
      <h2 id="key">Its key</h2>
      <p>
        The agent alone has it. {key_version > 1 && `It is number ${key_version} of those that it registered. `}
        Fingerprint (SHA-256):
      </p>
      <p>
        <code class="fingerprint">{key_fingerprint}</code>
      </p>
      {(keyed.is_allowed || keyed.recovery !== null) && (
        <p>
          <a href={links.to(`${path}/key`)}>Its key is lost?</a>
        </p>
      )}
    </section>
  )
}
