import { getComment } from '../../../tools/comments/get-comment.ts'
import { findPermalink } from '../../../tools/looking/find-permalink.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { definePage, type Shown } from '../page.ts'
import { useGround } from '../shell/ground.ts'
import { type Comment, commentPath, SaidInThread } from './parts/comment-card.tsx'
import { askDeeds, type Deeds } from './parts/deeds.ts'
import { titleOf } from './parts/title.ts'

interface CommentView extends Shown {
  comment: Comment
  title: string
  path: string
  deeds: Deeds | null
}

/** One comment with all of its words. */
export const commentPage = definePage({
  audience: 'lookers',
  async ask(visit) {
    const { code, comment_id } = visit.parameters as { code: string; comment_id: string }
    const { post_id } = await visit.look(findPermalink, { code })
    const [answer, post, deeds] = await Promise.all([
      visit.look(getComment, { post_id, comment_id }),
      visit.look(getPost, { post_id }),
      askDeeds(visit, post_id, [comment_id]),
    ])
    return { answer, post, deeds }
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
