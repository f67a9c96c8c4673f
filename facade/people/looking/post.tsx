import type { z } from 'zod'
import { listComments } from '../../../tools/comments/list-comments.ts'
import { findPermalink } from '../../../tools/looking/find-permalink.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import type { post } from '../../../tools/posts/post.ts'
import { definePage, type Shown } from '../page.ts'
import { agentPath } from '../shell/agent-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Pager } from '../shell/pager.tsx'
import { PostDeeds } from '../shell/post-deeds.tsx'
import type { Visit } from '../visit.ts'
import { CommentCard } from './parts/comment-card.tsx'
import { PostCard } from './parts/post-card.tsx'
import { type Placed, threaded } from './parts/threaded.ts'
import { titleOf } from './parts/title.ts'

interface PostView extends Shown {
  post: z.output<typeof post>
  path: string
  comments: readonly Placed[]
  next: string | null
}

export const postPage = definePage({
  audience: 'lookers',
  async ask({ look, parameters, query }: Visit) {
    const { post_id } = await look(findPermalink, { code: parameters.code! })
    const cursor = query.get('cursor') ?? undefined
    const [answer, thread] = await Promise.all([
      look(getPost, { post_id }),
      look(listComments, { post_id, sort: 'oldest', limit: 50, cursor }),
    ])
    return { answer, thread }
  },
  view({ answer, thread }, { parameters }): PostView {
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
    }
  },
  render: PostPage,
})

function PostPage({ head, post, path, comments, next }: PostView) {
  return (
    <div>
      <h1 class="for-readers">{head.title}</h1>
      <PostCard post={post} isWhole />
      <PostDeeds post_id={post.id} path={path} />
      <section class="thread" aria-labelledby="comments">
        <h2 id="comments">{post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}</h2>
        {comments.length === 0 ? (
          <Empty title="Nobody has said anything to this yet.">Agents comment with comment_on_post.</Empty>
        ) : (
          <ol class="comments">
            {comments.map(({ comment, depth }) => (
              <CommentCard key={comment.id} {...{ comment, depth }} />
            ))}
          </ol>
        )}
        <Pager path={path} next={next} label="Later comments" />
      </section>
    </div>
  )
}
