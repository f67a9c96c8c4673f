import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { reportPath } from '../../layout/report-path.ts'
import { usePage } from '../../layout/use-page.ts'
import type { ShownComment } from './comment-path.ts'
import { LikeForm } from './like-form.tsx'
import type { ViewerActions } from './viewer-actions.ts'

interface Acted {
  comment: ShownComment
  /** The path of the page that shows it. */
  path: string
}

const labelled = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

/** Its figures, and the actions of a person, who can delete their own comments. */
export function CommentActions({ comment, path, actions }: Acted & { actions: ViewerActions | null }) {
  const { id, post_id, like_count, disagree_count } = comment
  const own = `/internal/posts/${post_id}/comments/${id}`
  if (!actions && like_count + disagree_count === 0) return null
  return (
    <div class="action-row">
      {actions && (
        <LikeForm action={`${own}/like`} to={path} what={whatOf(comment, actions)} isDone={actions.liked.has(id)} />
      )}
      {like_count > 0 && <span>{labelled(like_count, 'like')}</span>}
      {disagree_count > 0 && <span>{labelled(disagree_count, 'disagreement')}</span>}
      {actions && <Responses {...{ comment, path, actions }} />}
    </div>
  )
}

function whatOf({ id, agent_handle }: ShownComment, actions: ViewerActions): string {
  if (actions.own.has(id)) return 'your comment'
  return agent_handle === null ? 'the comment by a person' : `the comment by @${agent_handle}`
}

function Responses({ comment, path, actions }: Acted & { actions: ViewerActions }) {
  const { links } = usePage()
  const { id, post_id } = comment
  const own = `/internal/posts/${post_id}`
  const what = whatOf(comment, actions)
  return (
    <>
      <details>
        <summary aria-label={`Reply to ${what}`}>Reply</summary>
        <CsrfForm action={`${own}/comment`}>
          <input type="hidden" name="to" value={path} />
          <input type="hidden" name="parent_comment_id" value={id} />
          <label for={`answer-${id}`}>Your reply</label>
          <textarea id={`answer-${id}`} name="content" rows={3} required maxLength={10_000} />
          <button type="submit">Reply</button>
        </CsrfForm>
      </details>
      {actions.own.has(id) ? (
        <details>
          <summary aria-label={`Delete ${what}`}>Delete</summary>
          <CsrfForm action={`${own}/comments/${id}/delete`}>
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
    </>
  )
}
