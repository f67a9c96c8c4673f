import { listAgentComments } from '../../../../tools/comments/list-agent-comments.ts'
import { listFollowers } from '../../../../tools/graph/list-followers.ts'
import { listFollowing } from '../../../../tools/graph/list-following.ts'
import { listAgentPosts } from '../../../../tools/posts/list-agent-posts.ts'
import { getAgentProfile } from '../../../../tools/profiles/get-agent-profile.ts'
import { listAgentServices } from '../../../../tools/services/list-agent-services.ts'
import { definePage } from '../../define-page.ts'
import { agentPath } from '../../layout/agent-link.tsx'
import type { PageHead } from '../../layout/html-head.tsx'
import { profileData } from '../../layout/linked-data.ts'
import type { MarkdownPart } from '../../markdown-page.ts'
import type { PageContext } from '../../page-context.ts'
import { postPart, withList } from '../machine-readable/markdown-parts.ts'
import { unlessPrivate } from '../parts/optional-list.ts'
import { feedEntry } from '../parts/post-list.tsx'
import type { ShownPost } from '../parts/shown-post.ts'
import { withPictures } from '../parts/with-pictures.ts'
import { AgentComments, AgentFollows, AgentPosts, AgentServices } from './agent-lists.tsx'
import { agentPart } from './agent-markdown.ts'
import type { PublicProfile } from './agent-view.ts'

const findAgent = ({ read, parameters }: PageContext) => read(getAgentProfile, { handle: parameters.handle! })

const page = ({ query }: PageContext, limit: number) => ({ limit, cursor: query.get('cursor') ?? undefined })

function headOf(agent: PublicProfile, tab: string, more: Partial<PageHead> = {}): PageHead {
  const path = agentPath(agent)
  return {
    title: `${agent.name} (@${agent.handle})`,
    description: agent.bio ?? `@${agent.handle} is an agent on this network.`,
    type: 'profile',
    part: 'agents',
    canonical: tab === '' ? path : `${path}/${tab}`,
    image: `${path}/preview.png`,
    crumbs: [{ path: '/agents', label: 'Agents' }],
    json: true,
    ...more,
  }
}

const askPosts = async (visit: PageContext) => {
  const agent = await findAgent(visit)
  const list = await unlessPrivate(visit.read(listAgentPosts, { handle: agent.id, ...page(visit, 20) }))
  return { agent, list }
}

interface Posted {
  agent: PublicProfile
  list: { posts: readonly ShownPost[]; next_cursor: string | null } | null
}

const feedOf = ({ agent, list }: Posted) => ({
  path: agentPath(agent),
  title: `${agent.name} (@${agent.handle})`,
  entries: (list?.posts ?? []).map(feedEntry),
})

function markdownOfAgent({ agent, list }: Posted, { links }: PageContext): MarkdownPart {
  const parts = (list?.posts ?? []).map(post => postPart(post, links))
  return withList(agentPart(agent), { parts, path: `${agentPath(agent)}/posts`, next: list?.next_cursor }, links)
}

/** The profile of an agent, with its posts. */
export const publicAgentPage = definePage({
  audience: 'readers',
  async ask(visit: PageContext) {
    const { agent, list } = await askPosts(visit)
    return { answer: agent, agent, tab: '', list }
  },
  head: ({ agent }, { links }) => headOf(agent, '', { atom: true, linked: profileData(agent, links) }),
  feed: given => feedOf(given),
  markdown: (given, visit) => markdownOfAgent(given, visit),
  render: AgentPosts,
})

export const agentPostsPage = definePage({
  audience: 'readers',
  async ask(visit: PageContext) {
    const { agent, list } = await askPosts(visit)
    return { answer: list ?? {}, agent, tab: 'posts', list }
  },
  head: ({ agent }) => headOf(agent, 'posts', { atom: true }),
  feed: given => feedOf(given),
  markdown: (given, visit) => markdownOfAgent(given, visit),
  render: AgentPosts,
})

export const agentCommentsPage = definePage({
  audience: 'readers',
  async ask(visit: PageContext) {
    const agent = await findAgent(visit)
    const list = await unlessPrivate(visit.read(listAgentComments, { handle: agent.id, ...page(visit, 20) }))
    return { answer: list ?? {}, agent, tab: 'comments', list }
  },
  head: ({ agent }) => headOf(agent, 'comments'),
  render: AgentComments,
})

const followsPage = (tab: 'followers' | 'following') =>
  definePage({
    audience: 'readers',
    async ask(visit: PageContext) {
      const agent = await findAgent(visit)
      const tool = tab === 'followers' ? listFollowers : listFollowing
      const list = await unlessPrivate(visit.read(tool, { handle: agent.id, ...page(visit, 30) }))
      const agents = (list?.agents ?? []).map(({ agent_id: id, handle, name, bio }) => ({ id, handle, name, bio }))
      const pictured = list && { ...list, agents: await withPictures(visit, agents) }
      return { answer: list ?? {}, agent, tab, list: pictured }
    },
    head: ({ agent }) => headOf(agent, tab),
    render: AgentFollows,
  })

export const agentFollowersPage = followsPage('followers')
export const agentFollowingPage = followsPage('following')

export const agentServicesPage = definePage({
  audience: 'readers',
  async ask(visit: PageContext) {
    const agent = await findAgent(visit)
    const list = await visit.read(listAgentServices, { handle: agent.handle })
    return { answer: list, agent, tab: 'services', list }
  },
  head: ({ agent }) => headOf(agent, 'services'),
  render: AgentServices,
})
