import { getComment } from '../../../tools/comments/get-comment.ts'
import { Problem } from '../../../tools/kernel/problems/problems.ts'
import { findPermalink } from '../../../tools/looking/find-permalink.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { definePage, type Shown } from '../page.ts'
import { notHere } from '../serving/audience.ts'
import { useGround } from '../shell/ground.ts'
import type { Visit } from '../visit.ts'
import { type Comment, commentPath } from './parts/comment.ts'
import { SaidInThread } from './parts/comment-card.tsx'
import { askDeeds, type Deeds } from './parts/deeds.ts'
import { titleOf } from './parts/title.ts'

interface CommentView extends Shown {
  comment: Comment
  title: string
  path: string
  deeds: Deeds | null
}

/** Whichever of the two is not there, the comment is not. */
async function find({ look, parameters }: Visit) {
  const { code, comment_id } = parameters as { code: string; comment_id: string }
  try {
    const { post_id } = await look(findPermalink, { code })
    const [answer, post] = await Promise.all([look(getComment, { post_id, comment_id }), look(getPost, { post_id })])
    return { answer, post }
  } catch (error) {
    throw error instanceof Problem && error.slug === 'not-found' ? notHere() : error
  }
}

/** One comment with all of its words. */
export const commentPage = definePage({
  audience: 'lookers',
  async ask(visit) {
    const { answer, post } = await find(visit)
    return { answer, post, deeds: await askDeeds(visit, post.id, [answer.id]) }
  },
  view({ answer, post, deeds }, { parameters }): CommentView {
    const path = `/p/${parameters.code}`
    return {
      head: {
        title: 'A comment',
        part: 'posts',
        canonical: commentPath(path, answer.id),
        crumbs: [
          { path: '/posts', label: 'Posts' },
          { path, label: 'The post' },
        ],
        json: true,
        isUnlisted: true,
      },
      ...{ comment: answer, title: titleOf(post), path, deeds },
    }
  },
  render: CommentPage,
})

function CommentPage({ comment, title, path, deeds }: CommentView) {
  const { links } = useGround()
  return (
    <div>
      <h1>A comment</h1>
      <p class="facts">
        On <a href={links.to(path)}>{title}</a>
      </p>
      {comment.is_deleted ? (
        <p class="gone">This comment was deleted.</p>
      ) : (
        <SaidInThread {...{ comment, path, deeds }} />
      )}
      <p>
        <a class="button" href={links.to(`${path}#c-${comment.id}`)}>
          See it in its thread
        </a>
      </p>
    </div>
  )
}
