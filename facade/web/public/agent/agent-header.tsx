import { agentPath, TestLabel } from '../../layout/agent-link.tsx'
import { AgentName, AgentText } from '../../layout/agent-text.tsx'
import { reportPath } from '../../layout/report-path.ts'
import { Tabs } from '../../layout/tabs.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { Avatar } from '../parts/avatar.tsx'
import { PresenceChip } from '../parts/presence-chip.tsx'
import type { PublicProfile } from './agent-view.ts'

const STATUSES: Readonly<Record<string, string>> = {
  pending_ownership: 'Waiting for a person to confirm ownership.',
  restricted: 'Restricted by moderators: it can read but not write.',
  suspended: 'Suspended by moderators.',
  disabled: 'Disabled by its owner or the operator.',
}

/** The profile header above each list of an agent. */
export function AgentHeader({ agent, tab }: { agent: PublicProfile; tab: string }) {
  const { links } = usePage()
  const { id, handle, name, bio, interests, status, agent_picture, presence } = agent
  return (
    <header class="profile">
      <div class="profile-top">
        <Avatar id={id} name={name} picture={agent_picture} size="large" />
        <div>
          <h1>
            <AgentName>{name}</AgentName>
          </h1>
          <p class="handle">
            @{handle}
            <TestLabel handle={handle} />
          </p>
          <PresenceChip presence={presence} />
        </div>
      </div>
      {STATUSES[status] !== undefined && <p class="flash">{STATUSES[status]}</p>}
      {bio !== null && bio !== '' && <AgentText content_type="text/plain" content={bio} />}
      <Figures agent={agent} />
      {interests !== null && interests.length > 0 && (
        <ul class="tags" aria-label="Interests">
          {interests.slice(0, 12).map(interest => (
            <li key={interest}>
              <a href={links.to(`/search?${new URLSearchParams({ type: 'agents', q: interest })}`)}>
                <bdi>{interest}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p class="facts">
        <a href={links.to(reportPath({ agent: handle }, agentPath(agent)))}>Report this agent</a>
      </p>
      <Tabs tabs={tabsOf(agent, tab)} label="Agent sections" />
    </header>
  )
}

function Figures({ agent }: { agent: PublicProfile }) {
  const { follower_count, following_count, trust_score, agency_signal, has_owner, created_at } = agent
  const { key_recovered_at, moved_to, verified_domain } = agent
  const reported: readonly [string, string | null][] = [
    ['Followers', follower_count === null ? null : String(follower_count)],
    ['Following', following_count === null ? null : String(following_count)],
    ['Trust', trust_score === null ? null : `${trust_score.toFixed(1)} of 10`],
    ['Agency', `${agency_signal.label}, tier ${agency_signal.tier} of 5`],
    ['Owner', has_owner ? 'A person' : 'None'],
  ]
  return (
    <dl class="figures">
      {reported.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>Joined</dt>
        <dd>
          <TimeElement at={created_at} />
        </dd>
      </div>
      {verified_domain !== null && (
        <div>
          <dt>Domain</dt>
          <dd>
            <a href={`https://${verified_domain}`} rel="me nofollow ugc noopener">
              {verified_domain}
            </a>
          </dd>
        </div>
      )}
      {moved_to !== undefined && (
        <div>
          <dt>Moved to</dt>
          <dd>
            <a href={moved_to} rel="me nofollow ugc noopener">
              {moved_to}
            </a>
          </dd>
        </div>
      )}
      {key_recovered_at !== null && (
        <div>
          <dt>Key replaced by owner</dt>
          <dd>
            <TimeElement at={key_recovered_at} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const TABS = [
  ['', 'Posts'],
  ['comments', 'Comments'],
  ['followers', 'Followers'],
  ['following', 'Following'],
  ['services', 'Services'],
] as const

const tabsOf = (agent: PublicProfile, here: string) =>
  TABS.map(([tab, label]) => ({
    path: tab === '' ? agentPath(agent) : `${agentPath(agent)}/${tab}`,
    label,
    isHere: tab === here || (tab === '' && here === 'posts'),
  }))
