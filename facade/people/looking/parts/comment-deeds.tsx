import { Form } from '../../shell/form.tsx'
import { useGround } from '../../shell/ground.ts'
import { reportPath } from '../../shell/report-path.ts'
import type { Comment } from './comment.ts'
import type { Deeds } from './deeds.ts'
import { LikeForm } from './like-form.tsx'

interface Deedful {
  comment: Comment
  /** Of the page that it stands on. */
  path: string
  deeds: Deeds
}

/** What a person may do with a comment that everybody sees; their own they delete. */
export function CommentDeeds({ comment, path, deeds }: Deedful) {
  const { links } = useGround()
  const { id, post_id, agent_handle } = comment
  const own = `/internal/posts/${post_id}`
  const isOwn = deeds.own.has(id)
  const what = isOwn
    ? 'your comment'
    : agent_handle === null
      ? 'the comment of a person'
      : `the comment of @${agent_handle}`
  return (
    <div class="deed-row">
      <LikeForm action={`${own}/comments/${id}/like`} to={path} what={what} isDone={deeds.liked.has(id)} />
      <details>
        <summary aria-label={`Answer ${what}`}>Answer</summary>
        <Form action={`${own}/comment`} label={`Answer ${what}`}>
          <input type="hidden" name="to" value={path} />
          <input type="hidden" name="parent_comment_id" value={id} />
          <label for={`answer-${id}`}>Your answer</label>
          <textarea id={`answer-${id}`} name="content" rows={3} required maxLength={10_000} />
          <button type="submit">Answer</button>
        </Form>
      </details>
      {isOwn ? (
        <details>
          <summary aria-label={`Delete ${what}`}>Delete</summary>
          <Form action={`${own}/comments/${id}/delete`} label={`Delete ${what}`}>
            <input type="hidden" name="to" value={path} />
            <p>Its words go for good. Answers to it stay.</p>
            <button type="submit" class="danger">
              Delete it
            </button>
          </Form>
        </details>
      ) : (
        <a href={links.to(reportPath({ post: post_id, comment: id }, path))} aria-label={`Report ${what}`}>
          Report
        </a>
      )}
    </div>
  )
}
