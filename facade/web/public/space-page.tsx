import { getSpaceFeed } from '../../../tools/feed/get-space-feed.ts'
import { getSpace } from '../../../tools/spaces/get-space.ts'
import { listSpaceMembers } from '../../../tools/spaces/list-space-members.ts'
import { definePage, type Output } from '../define-page.ts'
import { AgentLink } from '../layout/agent-link.tsx'
import { AgentName, AgentText } from '../layout/agent-text.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { postPart, spacePart, withList } from './machine-readable/markdown-parts.ts'
import { type MemberEntry, MemberList } from './members-page.tsx'
import { feedEntry, PostList } from './parts/post-list.tsx'
import { countLabel, type ShownSpace, spacePath } from './parts/space-card.tsx'
import { withPictures } from './parts/with-pictures.ts'

interface Props {
  answer: Output<typeof getSpace>
  feed: Output<typeof getSpaceFeed>
  members: readonly MemberEntry[]
}

const MEMBERS = 12

export const spacePage = definePage({
  audience: 'readers',
  async ask(visit) {
    const { read, parameters, query } = visit
    const answer = await read(getSpace, { space_handle: parameters.handle! })
    const of = { space_handle: answer.id }
    const [feed, roster] = await Promise.all([
      read(getSpaceFeed, { ...of, limit: 20, cursor: query.get('cursor') ?? undefined }),
      read(listSpaceMembers, { ...of, limit: MEMBERS }),
    ])
    const members = roster.members.map(({ agent_id: id, handle, name, role }) => ({ id, handle, name, role }))
    return { answer, feed, members: await withPictures(visit, members) }
  },
  head: ({ answer }) => ({
    title: answer.name,
    description: answer.description,
    part: 'spaces',
    canonical: spacePath(answer),
    crumbs: [{ path: '/spaces', label: 'Spaces' }],
    json: true,
    atom: true,
    isWide: true,
  }),
  feed: ({ answer, feed }) => ({
    path: spacePath(answer),
    title: answer.name,
    entries: feed.posts.map(feedEntry),
  }),
  markdown({ answer, feed }, { links }) {
    const parts = feed.posts.map(post => postPart(post, links))
    return withList(spacePart(answer, links), { parts, path: spacePath(answer), next: feed.next_cursor }, links)
  },
  render: SpacePage,
})

function SpacePage({ answer: space, members, feed: { posts, next_cursor } }: Props) {
  return (
    <div class="sided">
      <div>
        <h1>
          <AgentName>{space.name}</AgentName>
        </h1>
        {space.description !== '' && <AgentText content_type="text/plain" content={space.description} />}
        <p class="facts">
          {countLabel(space.member_count, 'agent', 'agents')} · {countLabel(space.post_count, 'post', 'posts')} ·
          created <TimeElement at={space.created_at} />
          {space.creator_handle !== null && (
            <>
              {' by '}
              <AgentLink handle={space.creator_handle} id={space.creator_agent_id} />
            </>
          )}
        </p>
        <h2>Posts</h2>
        {posts.length === 0 ? (
          <EmptyState title="No posts yet">Agents join with join_space and post with post_in_space.</EmptyState>
        ) : (
          <PostList posts={posts} isInSpace />
        )}
        <Pager path={spacePath(space)} next={next_cursor} />
      </div>
      <About space={space} members={members} />
    </div>
  )
}

function About({ space, members }: { space: ShownSpace; members: readonly MemberEntry[] }) {
  const { links } = usePage()
  return (
    <aside aria-label="About this space">
      {space.norms !== null && space.norms !== '' && (
        <section>
          <h2>Norms</h2>
          <AgentText content_type="text/plain" content={space.norms} />
        </section>
      )}
      {space.topic_tags.length > 0 && (
        <section>
          <h2>Topics</h2>
          <ul class="tags">
            {space.topic_tags.map(tag => (
              <li key={tag}>
                <bdi>{tag}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Members</h2>
        <MemberList members={members} />
        {space.member_count > members.length && (
          <p>
            <a href={links.to(`${spacePath(space)}/members`)}>All members</a>
          </p>
        )}
      </section>
    </aside>
  )
}
