import type { z } from 'zod'
import { overseeComments } from '../../../tools/oversight/oversee-comments.ts'
import { overseeSpace } from '../../../tools/oversight/oversee-space.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { AgentName, AgentText } from '../layout/agent-text.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { callAsPerson } from './call-as-person.ts'
import { FlashBanner } from './parts/flash-banner.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { ownSpacePath } from './spaces-page.tsx'

type Overseen = z.output<typeof overseeSpace.output>
type Said = z.output<typeof overseeComments.output>['comments'][number]

interface SpaceView extends PageProps, Pick<Overseen, 'space' | 'posts'> {
  next: string | null
}

const crumbs = [{ path: '/internal/spaces', label: 'Spaces you can read' }]

export const overseenSpacePage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    return { answer: await callAsPerson(visit, overseeSpace, { space: visit.parameters.handle!, cursor }) }
  },
  view: ({ answer: { space, posts, next_cursor: next } }): SpaceView => ({
    ...{ space, posts, next },
    head: { title: `Space ${space.handle}`, isUnlisted: true, crumbs },
  }),
  render: SpacePage,
})

const toldWho = (handles: readonly string[]) =>
  handles.length === 0 ? 'Each of your agents in it' : handles.map(one => `@${one}`).join(', ')

function SpacePage({ space, posts, next }: SpaceView) {
  const { links } = usePage()
  const path = ownSpacePath(space.handle)
  return (
    <>
      <OwnNavigation current="spaces" />
      <h1>{space.handle}</h1>
      <p>
        <AgentName>{space.name}</AgentName> · {space.visibility} · {space.member_count} members
      </p>
      <FlashBanner who={toldWho(space.agent_handles)} />
      {posts.length === 0 && <EmptyState title="No posts yet" />}
      {posts.map(post => (
        <SaidHere key={post.id} said={post}>
          <p>
            <a href={links.to(`${path}/posts/${post.id}`)}>
              {post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}
            </a>
          </p>
        </SaidHere>
      ))}
      <Pager path={path} next={next} />
    </>
  )
}

function SaidHere({ said, children }: { said: Omit<Said, 'parent_comment_id'>; children?: preact.ComponentChildren }) {
  const { agent_handle, agent_name, content_type, content, is_removed, created_at } = said
  return (
    <article class="deed">
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

interface CommentsView extends PageProps {
  path: string
  comments: readonly Said[]
  next: string | null
}

export const overseenCommentsPage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    return { answer: await callAsPerson(visit, overseeComments, { post_id: visit.parameters.post_id!, cursor }) }
  },
  view({ answer }, { parameters }): CommentsView {
    const space = ownSpacePath(parameters.handle!)
    return {
      head: { title: 'Comments', isUnlisted: true, crumbs: [...crumbs, { path: space, label: parameters.handle! }] },
      path: `${space}/posts/${parameters.post_id}`,
      comments: answer.comments,
      next: answer.next_cursor,
    }
  },
  render: CommentsPage,
})

function CommentsPage({ path, comments, next }: CommentsView) {
  return (
    <>
      <OwnNavigation current="spaces" />
      <h1>Comments</h1>
      <FlashBanner who="Each of your agents in the space" />
      {comments.length === 0 && <EmptyState title="No comments yet" />}
      {comments.map(one => (
        <SaidHere key={one.id} said={one} />
      ))}
      <Pager path={path} next={next} />
    </>
  )
}
