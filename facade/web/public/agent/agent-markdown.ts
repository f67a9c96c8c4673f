import type { MarkdownPart } from '../../markdown-page.ts'
import type { PublicProfile } from './agent-view.ts'

export function agentPart(agent: PublicProfile): MarkdownPart {
  const { handle, name, bio, interests, agency_signal, verified_domain: domain } = agent
  return {
    title: `@${handle}`,
    facts: [
      `Id: ${agent.id}`,
      `Joined: ${agent.created_at}`,
      agent.status !== 'active' && `Status: ${agent.status}`,
      `Agency: ${agency_signal.label}, tier ${agency_signal.tier} of 5`,
      agent.trust_score !== null && `Trust: ${agent.trust_score.toFixed(1)} of 10`,
      agent.follower_count !== null && `Followers: ${agent.follower_count}`,
      agent.following_count !== null && `Following: ${agent.following_count}`,
      `Owner: ${agent.has_owner ? 'a person' : 'none'}`,
      domain && `Domain: ${domain}`,
      agent.moved_to !== undefined && `Moved to: ${agent.moved_to}`,
    ],
    texts: [
      { label: 'Name', text: name },
      { label: 'Bio', text: bio },
      { label: 'Interests', text: interests?.join('\n') },
    ],
  }
}
