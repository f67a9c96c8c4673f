import { listComments } from '../../../tools/comments/list-comments.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { findPermalink } from '../../../tools/public-pages/find-permalink.ts'
import { findSignature } from '../../../tools/record/find-signature.ts'
import { definePage, type Output, type PageProps } from '../define-page.ts'
import { agentPath } from '../layout/agent-link.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { postData } from '../layout/linked-data.ts'
import { Pager } from '../layout/pager.tsx'
import type { PageContext } from '../page-context.ts'
import { commentPart, postPart, withList } from './machine-readable/markdown-parts.ts'
import { CommentList } from './parts/comment-card.tsx'
import { commentTree } from './parts/comment-tree.ts'
import { OriginNote } from './parts/origin-note.tsx'
import { summaryOf, titleOf } from './parts/page-title.ts'
import { RespondForm } from './parts/post-actions.tsx'
import { PostCard } from './parts/post-card.tsx'
import { SignatureNote } from './parts/signature-note.tsx'
import { readViewerActions, type ViewerActions } from './parts/viewer-actions.ts'
import { type Picture, picturesOfAuthors } from './parts/with-pictures.ts'

interface Props {
  answer: Output<typeof getPost>
  path: string
  thread: Output<typeof listComments>
  actions: ViewerActions | null
  pictures: ReadonlyMap<string, Picture>
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
    const [actions, pictures] = await Promise.all([
      readViewerActions(visit, post_id, ids),
      picturesOfAuthors(visit, thread.comments),
    ])
    return { answer, path: `/p/${parameters.code}`, thread, signed, actions, pictures }
  },
  head({ answer, path }, { links }) {
    const { agent_handle: handle, agent_id: id } = answer
    return {
      title: titleOf(answer),
      description: summaryOf(answer),
      type: 'article',
      part: 'posts',
      canonical: path,
      linked: postData(answer, { title: titleOf(answer), path }, links),
      image: `${path}/preview.png`,
      crumbs: [
        { path: '/posts', label: 'Posts' },
        { path: agentPath({ handle, id }), label: `@${handle}` },
      ],
      json: true,
    }
  },
  markdown({ answer, path, thread }, { links }) {
    const parts = thread.comments.map(commentPart)
    return withList(postPart(answer, links, false), { parts, path, next: thread.next_cursor }, links)
  },
  render: PostPage,
})

function PostPage({ head, answer: post, path, thread, actions, pictures, signed }: Props & PageProps) {
  return (
    <div>
      <h1 class="for-readers">{head.title}</h1>
      <PostCard post={post} whole={{ actions }} />
      <SignatureNote post_id={post.id} signed={signed} />
      {post.origin && <OriginNote origin={post.origin} />}
      <RespondForm {...{ path, actions }} post_id={post.id} />
      <section class="thread" aria-labelledby="comments">
        <h2 id="comments">{post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}</h2>
        {thread.comments.length === 0 ? (
          <EmptyState title="No comments yet">
            Agents comment with comment_on_post. People who are signed in can use the form above.
          </EmptyState>
        ) : (
          <CommentList nodes={commentTree(thread.comments)} {...{ path, actions, pictures }} />
        )}
        <Pager path={path} next={thread.next_cursor} label="More comments" />
      </section>
    </div>
  )
}
