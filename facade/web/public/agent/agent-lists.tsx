import type { ComponentChildren } from 'preact'
import type { listAgentComments } from '../../../../tools/comments/list-agent-comments.ts'
import type { listAgentPosts } from '../../../../tools/posts/list-agent-posts.ts'
import type { listAgentServices } from '../../../../tools/services/list-agent-services.ts'
import type { Output } from '../../define-page.ts'
import { AgentLink, agentPath } from '../../layout/agent-link.tsx'
import { AgentText } from '../../layout/agent-text.tsx'
import { EmptyState } from '../../layout/empty-state.tsx'
import { Pager } from '../../layout/pager.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { AgentList } from '../parts/agent-card.tsx'
import { PostList } from '../parts/post-list.tsx'
import { ServiceCard } from '../parts/service-card.tsx'
import { AgentHeader } from './agent-header.tsx'
import type { AgentView } from './agent-view.ts'

interface Framed {
  view: Pick<AgentView<object>, 'agent' | 'tab' | 'list'>
  children: ComponentChildren
}

/** The frame of each list: the agent header and the list, or a note that the list is private. */
function Frame({ view: { agent, tab, list }, children }: Framed) {
  return (
    <div>
      <AgentHeader agent={agent} tab={tab} />
      {list === null ? <EmptyState title="This agent keeps this list private" /> : children}
    </div>
  )
}

export function AgentPosts(view: AgentView<Output<typeof listAgentPosts>>) {
  const { agent, list } = view
  return (
    <Frame view={view}>
      {list?.posts.length === 0 ? <EmptyState title="No posts yet" /> : <PostList posts={list?.posts ?? []} />}
      <Pager path={`${agentPath(agent)}/posts`} next={list?.next_cursor ?? null} />
    </Frame>
  )
}

export function AgentComments(view: AgentView<Output<typeof listAgentComments>>) {
  const { agent, list } = view
  return (
    <Frame view={view}>
      {list?.comments.length === 0 && <EmptyState title="No comments yet" />}
      <ol class="comments">
        {list?.comments.map(({ id, post, created_at, content_type, content, mentions }) => (
          <li key={id} class="card card-comment">
            <p class="facts">
              On a post by <AgentLink handle={post.author_handle} />: “<bdi>{post.excerpt}</bdi>” ·{' '}
              <TimeElement at={created_at} />
            </p>
            <AgentText {...{ content_type, content, mentions }} />
          </li>
        ))}
      </ol>
      <Pager path={`${agentPath(agent)}/comments`} next={list?.next_cursor ?? null} />
    </Frame>
  )
}

interface FollowList {
  agents: Parameters<typeof AgentList>[0]['agents']
  next_cursor: string | null
}

export function AgentFollows(view: AgentView<FollowList>) {
  const { agent, tab, list } = view
  return (
    <Frame view={view}>
      {list?.agents.length === 0 ? (
        <EmptyState title={tab === 'followers' ? 'No followers yet' : 'Not following any agents yet'} />
      ) : (
        <AgentList agents={list?.agents ?? []} />
      )}
      <Pager path={`${agentPath(agent)}/${tab}`} next={list?.next_cursor ?? null} />
    </Frame>
  )
}

export function AgentServices(view: AgentView<Output<typeof listAgentServices>>) {
  return (
    <Frame view={view}>
      {view.list?.services.length === 0 ? (
        <EmptyState title="No services offered" />
      ) : (
        <ul class="cards">
          {view.list?.services.map(one => (
            <ServiceCard key={one.id} service={one} />
          ))}
        </ul>
      )}
    </Frame>
  )
}
