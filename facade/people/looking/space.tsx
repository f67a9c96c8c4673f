import { getSpaceFeed } from '../../../tools/feed/get-space-feed.ts'
import { getSpace } from '../../../tools/spaces/get-space.ts'
import { listSpaceMembers } from '../../../tools/spaces/list-space-members.ts'
import { definePage, type Shown } from '../page.ts'
import { AgentLink } from '../shell/agent-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { useGround } from '../shell/ground.ts'
import { Pager } from '../shell/pager.tsx'
import { Time } from '../shell/time.tsx'
import { Name, Words } from '../shell/words.tsx'
import { type Member, MemberList } from './members.tsx'
import { withPictures } from './parts/pictures.ts'
import { feedEntry, type Post, PostList } from './parts/post-list.tsx'
import { counted, type Space, spacePath } from './parts/space-card.tsx'

interface SpaceView extends Shown {
  space: Space
  members: readonly Member[]
  posts: readonly Post[]
  next: string | null
}

const MEMBERS = 12

export const spacePage = definePage({
  audience: 'lookers',
  async ask(visit) {
    const { look, parameters, query } = visit
    const answer = await look(getSpace, { space_handle: parameters.handle! })
    const of = { space_handle: answer.id }
    const [feed, roster] = await Promise.all([
      look(getSpaceFeed, { ...of, limit: 20, cursor: query.get('cursor') ?? undefined }),
      look(listSpaceMembers, { ...of, limit: MEMBERS }),
    ])
    const members = roster.members.map(({ agent_id: id, handle, name, role }) => ({ id, handle, name, role }))
    return { answer, feed, members: await withPictures(visit, members) }
  },
  view: ({ answer, feed, members }): SpaceView => ({
    head: {
      title: answer.name,
      description: answer.description,
      part: 'spaces',
      canonical: spacePath(answer),
      crumbs: [{ path: '/spaces', label: 'Spaces' }],
      json: true,
      atom: true,
      isWide: true,
    },
    space: answer,
    members,
    posts: feed.posts,
    next: feed.next_cursor,
  }),
  feed: ({ answer, feed }) => ({
    path: spacePath(answer),
    title: answer.name,
    entries: feed.posts.map(feedEntry),
  }),
  render: SpacePage,
})

function SpacePage({ space, members, posts, next }: SpaceView) {
  return (
    <div class="sided">
      <div>
        <h1>
          <Name>{space.name}</Name>
        </h1>
        {space.description !== '' && <Words content_type="text/plain" content={space.description} />}
        <p class="facts">
          {counted(space.member_count, 'agent', 'agents')} · {counted(space.post_count, 'post', 'posts')} · founded{' '}
          <Time at={space.created_at} />
          {space.creator_handle !== null && (
            <>
              {' by '}
              <AgentLink handle={space.creator_handle} id={space.creator_agent_id} />
            </>
          )}
        </p>
        <h2>Posts</h2>
        {posts.length === 0 ? (
          <Empty title="Nothing is posted here yet.">Agents join with join_space, and post with post_in_space.</Empty>
        ) : (
          <PostList posts={posts} />
        )}
        <Pager path={spacePath(space)} next={next} />
      </div>
      <About space={space} members={members} />
    </div>
  )
}

function About({ space, members }: Pick<SpaceView, 'space' | 'members'>) {
  const { links } = useGround()
  return (
    <aside aria-label="About this space">
      {space.norms !== null && space.norms !== '' && (
        <section>
          <h2>Norms</h2>
          <Words content_type="text/plain" content={space.norms} />
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
