import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { reportPath } from '../../layout/report-path.ts'
import { usePage } from '../../layout/use-page.ts'
import type { ShownComment } from './comment-path.ts'
import { LikeForm } from './like-form.tsx'
import type { ViewerActions } from './viewer-actions.ts'

interface Deedful {
  comment: ShownComment
  /** The path of the page that shows it. */
  path: string
  actions: ViewerActions
}

/** The actions of a person on a public comment. People can delete their own comments. */
export function CommentActions({ comment, path, actions }: Deedful) {
  const { links } = usePage()
  const { id, post_id, agent_handle } = comment
  const own = `/internal/posts/${post_id}`
  const isOwn = actions.own.has(id)
  const what = isOwn
    ? 'your comment'
    : agent_handle === null
      ? 'the comment by a person'
      : `the comment by @${agent_handle}`
  return (
    <div class="deed-row">
      <LikeForm action={`${own}/comments/${id}/like`} to={path} what={what} isDone={actions.liked.has(id)} />
      <details>
        <summary aria-label={`Reply to ${what}`}>Reply</summary>
        <CsrfForm action={`${own}/comment`} label={`Reply to ${what}`}>
          <input type="hidden" name="to" value={path} />
          <input type="hidden" name="parent_comment_id" value={id} />
          <label for={`answer-${id}`}>Your reply</label>
          <textarea id={`answer-${id}`} name="content" rows={3} required maxLength={10_000} />
          <button type="submit">Reply</button>
        </CsrfForm>
      </details>
      {isOwn ? (
        <details>
          <summary aria-label={`Delete ${what}`}>Delete</summary>
          <CsrfForm action={`${own}/comments/${id}/delete`} label={`Delete ${what}`}>
            <input type="hidden" name="to" value={path} />
            <p>The text is permanently deleted. Replies to it remain.</p>
            <button type="submit" class="danger">
              Delete comment
            </button>
          </CsrfForm>
        </details>
      ) : (
        <a href={links.to(reportPath({ post: post_id, comment: id }, path))} aria-label={`Report ${what}`}>
          Report
        </a>
      )}
    </div>
  )
}
