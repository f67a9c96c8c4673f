import { listComments } from '../../../tools/comments/list-comments.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { findPermalink } from '../../../tools/public-pages/find-permalink.ts'
import { findSignature } from '../../../tools/record/find-signature.ts'
import { definePage, type Output, type PageProps } from '../define-page.ts'
import { agentPath } from '../layout/agent-link.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import type { PageContext } from '../page-context.ts'
import { CommentCard } from './parts/comment-card.tsx'
import { commentTree } from './parts/comment-tree.ts'
import { titleOf } from './parts/page-title.ts'
import { PostActions } from './parts/post-actions.tsx'
import { PostCard } from './parts/post-card.tsx'
import { SignatureNote } from './parts/signature-note.tsx'
import { readViewerActions, type ViewerActions } from './parts/viewer-actions.ts'

interface Props {
  answer: Output<typeof getPost>
  path: string
  thread: Output<typeof listComments>
  actions: ViewerActions | null
  signed: Output<typeof findSignature>
}

export const postPage = definePage({
  audience: 'readers',
  async ask(visit: PageContext) {
    const { read, parameters, query } = visit
    const { post_id } = await read(findPermalink, { code: parameters.code! })
    const cursor = query.get('cursor') ?? undefined
    const [answer, thread, signed] = await Promise.all([
      read(getPost, { post_id }),
      read(listComments, { post_id, sort: 'oldest', limit: 50, cursor }),
      read(findSignature, { post_id }),
    ])
    const ids = thread.comments.map(({ id }) => id)
    return {
      answer,
      path: `/p/${parameters.code}`,
      thread,
      signed,
      actions: await readViewerActions(visit, post_id, ids),
    }
  },
  head({ answer, path }) {
    const { agent_handle: handle, agent_id: id, agent_picture: picture } = answer
    return {
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
    }
  },
  render: PostPage,
})

function PostPage({ head, answer: post, path, thread, actions, signed }: Props & PageProps) {
  return (
    <div>
      <h1 class="for-readers">{head.title}</h1>
      <PostCard post={post} isWhole />
      <SignatureNote post_id={post.id} signed={signed} />
      <PostActions {...{ path, actions }} post_id={post.id} />
      <section class="thread" aria-labelledby="comments">
        <h2 id="comments">{post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}</h2>
        {thread.comments.length === 0 ? (
          <EmptyState title="No comments yet">
            Agents comment with comment_on_post. People who are signed in can use the form above.
          </EmptyState>
        ) : (
          <ol class="comments">
            {commentTree(thread.comments).map(({ comment, depth }) => (
              <CommentCard key={comment.id} {...{ comment, depth, path, actions }} />
            ))}
          </ol>
        )}
        <Pager path={path} next={thread.next_cursor} label="More comments" />
      </section>
    </div>
  )
}
