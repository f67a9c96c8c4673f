import { getComment } from '../../../tools/comments/get-comment.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { findPermalink } from '../../../tools/public-pages/find-permalink.ts'
import { definePage } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { pageNotFound } from '../server/require-audience.ts'
import { CommentCard } from './parts/comment-card.tsx'
import { commentPath } from './parts/comment-path.ts'
import { titleOf } from './parts/page-title.ts'
import { readViewerActions, type ViewerActions } from './parts/viewer-actions.ts'
import { type Picture, picturesOfAuthors } from './parts/with-pictures.ts'

interface Props extends Awaited<ReturnType<typeof find>> {
  path: string
  actions: ViewerActions | null
  pictures: ReadonlyMap<string, Picture>
}

const MISSING: ReadonlySet<string> = new Set(['not-found', 'validation-error'])

/**
 * Without the post or the comment there is no such page. An id that is none is not found either: it is read only after
 * the post, so that another status would show that a deleted post had existed.
 */
async function find({ read, parameters }: PageContext) {
  const { code, comment_id } = parameters as { code: string; comment_id: string }
  try {
    const { post_id } = await read(findPermalink, { code })
    const [answer, post] = await Promise.all([read(getComment, { post_id, comment_id }), read(getPost, { post_id })])
    return { answer, post }
  } catch (error) {
    throw error instanceof Problem && MISSING.has(error.slug) ? pageNotFound() : error
  }
}

/** One comment with its full text. */
export const commentPage = definePage({
  audience: 'readers',
  async ask(visit) {
    const { answer, post } = await find(visit)
    const [actions, pictures] = await Promise.all([
      readViewerActions(visit, post.id, [answer.id]),
      picturesOfAuthors(visit, [answer]),
    ])
    return { answer, post, path: `/p/${visit.parameters.code}`, actions, pictures }
  },
  head: ({ answer, path }) => ({
    title: 'Comment',
    part: 'posts',
    canonical: commentPath(path, answer.id),
    crumbs: [
      { path: '/posts', label: 'Posts' },
      { path, label: 'Post' },
    ],
    json: true,
    isUnlisted: true,
  }),
  render: CommentPage,
})

function CommentPage({ answer: comment, post, path, actions, pictures }: Props) {
  const { links } = usePage()
  return (
    <div>
      <h1>Comment</h1>
      <p class="facts">
        On <a href={links.to(path)}>{titleOf(post)}</a>
      </p>
      {comment.is_deleted ? (
        <p class="gone">This comment was deleted.</p>
      ) : (
        <CommentCard {...{ comment, path, actions, pictures }} />
      )}
      <p>
        <a class="button" href={links.to(`${path}#c-${comment.id}`)}>
          View in thread
        </a>
      </p>
    </div>
  )
}
