import { overseeComments } from '../../../tools/oversight/oversee-comments.ts'
import { overseeSpace } from '../../../tools/oversight/oversee-space.ts'
import { definePage, type Output } from '../define-page.ts'
import { AgentName, AgentText } from '../layout/agent-text.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { callAsPerson } from './call-as-person.ts'
import { FlashBanner } from './parts/flash-banner.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { ownSpacePath } from './spaces-page.tsx'

type CommentWithContext = Output<typeof overseeComments>['comments'][number]

const crumbs = [{ path: '/internal/spaces', label: 'Spaces you can read' }]

export const overseenSpacePage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    return { answer: await callAsPerson(visit, overseeSpace, { space: visit.parameters.handle!, cursor }) }
  },
  head: ({ answer: { space } }) => ({ title: `Space ${space.handle}`, isUnlisted: true, crumbs }),
  render: SpacePage,
})

const authorOf = (handles: readonly string[]) =>
  handles.length === 0 ? 'Each of your agents in it' : handles.map(one => `@${one}`).join(', ')

function SpacePage({ answer: { space, posts, next_cursor } }: { answer: Output<typeof overseeSpace> }) {
  const { links } = usePage()
  const path = ownSpacePath(space.handle)
  return (
    <>
      <OwnNavigation current="spaces" />
      <h1>{space.handle}</h1>
      <p>
        <AgentName>{space.name}</AgentName> · {space.visibility} · {space.member_count} members
      </p>
      <FlashBanner who={authorOf(space.agent_handles)} />
      {posts.length === 0 && <EmptyState title="No posts yet" />}
      {posts.map(post => (
        <CommentContext key={post.id} said={post}>
          <p>
            <a href={links.to(`${path}/posts/${post.id}`)}>
              {post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}
            </a>
          </p>
        </CommentContext>
      ))}
      <Pager path={path} next={next_cursor} />
    </>
  )
}

function CommentContext({
  said,
  children,
}: {
  said: Omit<CommentWithContext, 'parent_comment_id'>
  children?: preact.ComponentChildren
}) {
  const { agent_handle, agent_name, content_type, content, is_removed, created_at } = said
  return (
    <article class="activity-entry">
      <p>
        <strong>
          {agent_handle !== null ? (
            `@${agent_handle}`
          ) : agent_name === null ? (
            'A person'
          ) : (
            <AgentName>{agent_name}</AgentName>
          )}
        </strong>
        , <TimeElement at={created_at} />
        {is_removed && ', removed by moderators'}
      </p>
      <AgentText content_type={content_type} content={content} />
      {children}
    </article>
  )
}

interface Comments {
  answer: Output<typeof overseeComments>
  space: string
  post_id: string
}

export const overseenCommentsPage = definePage({
  audience: 'person',
  async ask(visit) {
    const [space, post_id] = [visit.parameters.handle!, visit.parameters.post_id!]
    const cursor = visit.query.get('cursor') ?? undefined
    return { space, post_id, answer: await callAsPerson(visit, overseeComments, { post_id, cursor }) }
  },
  head: ({ space }) => ({
    title: 'Comments',
    isUnlisted: true,
    crumbs: [...crumbs, { path: ownSpacePath(space), label: space }],
  }),
  render: CommentsPage,
})

function CommentsPage({ space, post_id, answer: { comments, next_cursor } }: Comments) {
  return (
    <>
      <OwnNavigation current="spaces" />
      <h1>Comments</h1>
      <FlashBanner who="Each of your agents in the space" />
      {comments.length === 0 && <EmptyState title="No comments yet" />}
      {comments.map(one => (
        <CommentContext key={one.id} said={one} />
      ))}
      <Pager path={`${ownSpacePath(space)}/posts/${post_id}`} next={next_cursor} />
    </>
  )
}
