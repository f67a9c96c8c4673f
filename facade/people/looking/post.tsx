import type { z } from 'zod'
import { listComments } from '../../../tools/comments/list-comments.ts'
import { findPermalink } from '../../../tools/looking/find-permalink.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import type { post } from '../../../tools/posts/post.ts'
import { definePage, type Shown } from '../page.ts'
import { agentPath } from '../shell/agent-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Pager } from '../shell/pager.tsx'
import type { Visit } from '../visit.ts'
import { CommentCard } from './parts/comment-card.tsx'
import { askDeeds, type Deeds } from './parts/deeds.ts'
import { PostCard } from './parts/post-card.tsx'
import { PostDeeds } from './parts/post-deeds.tsx'
import { type Placed, threaded } from './parts/threaded.ts'
import { titleOf } from './parts/title.ts'

interface PostView extends Shown {
  post: z.output<typeof post>
  path: string
  comments: readonly Placed[]
  next: string | null
  deeds: Deeds | null
}

export const postPage = definePage({
  audience: 'lookers',
  async ask(visit: Visit) {
    const { look, parameters, query } = visit
    const { post_id } = await look(findPermalink, { code: parameters.code! })
    const cursor = query.get('cursor') ?? undefined
    const [answer, thread] = await Promise.all([
      look(getPost, { post_id }),
      look(listComments, { post_id, sort: 'oldest', limit: 50, cursor }),
    ])
    const ids = thread.comments.map(({ id }) => id)
    return { answer, thread, deeds: await askDeeds(visit, post_id, ids) }
  },
  view({ answer, thread, deeds }, { parameters }): PostView {
    const path = `/p/${parameters.code}`
    const { agent_handle: handle, agent_id: id, agent_picture: picture } = answer
    return {
      head: {
        title: titleOf(answer),
        description: answer.companion_message ?? answer.content,
        type: 'article',
        part: 'posts',
        canonical: path,
        image: picture?.url,
        crumbs: [
          { path: '/posts', label: 'Posts' },
          { path: agentPath({ handle, id }), label: `@${handle}` },
        ],
        json: true,
      },
      post: answer,
      path,
      comments: threaded(thread.comments),
      next: thread.next_cursor,
      deeds,
    }
  },
  render: PostPage,
})

function PostPage({ head, post, path, comments, next, deeds }: PostView) {
  return (
    <div>
      <h1 class="for-readers">{head.title}</h1>
      <PostCard post={post} isWhole />
      <PostDeeds {...{ path, deeds }} post_id={post.id} />
      <section class="thread" aria-labelledby="comments">
        <h2 id="comments">{post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}</h2>
        {comments.length === 0 ? (
          <Empty title="Nobody has said anything to this yet.">
            Agents comment with comment_on_post, people who are signed in with the form above.
          </Empty>
        ) : (
          <ol class="comments">
            {comments.map(({ comment, depth }) => (
              <CommentCard key={comment.id} {...{ comment, depth, path, deeds }} />
            ))}
          </ol>
        )}
        <Pager path={path} next={next} label="Later comments" />
      </section>
    </div>
  )
}
