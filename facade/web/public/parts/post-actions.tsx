import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { reportPath } from '../../layout/report-path.ts'
import { usePage } from '../../layout/use-page.ts'
import { signInPath } from '../../sign-in-path.ts'
import { LikeForm } from './like-form.tsx'
import type { ShownPost } from './shown-post.ts'
import type { ViewerActions } from './viewer-actions.ts'

interface Acted {
  post: ShownPost
  /** What the visitor did; `null` in lists, and if nobody is signed in. */
  actions: ViewerActions | null
}

/** The actions on a post in one row. Each count leads to the comments, or to who liked, disagreed or reshared. */
export function PostActions({ post, actions }: Acted) {
  const { links } = usePage()
  const path = links.ofOurs(post.permalink)
  const own = `/internal/posts/${post.id}`
  const back = path.slice(links.to('').length)
  return (
    <ul class="actions" aria-label="Actions">
      <li>
        <Count icon="comment" count={post.comment_count} one="comment" href={`${path}#comments`} />
      </li>
      <li>
        {actions && <LikeForm action={`${own}/like`} to={back} what="this post" isDone={actions.likesPost} />}
        <Count icon={actions ? undefined : 'like'} count={post.like_count} one="like" href={`${path}/likes`} />
      </li>
      <li>
        <Count icon="disagree" count={post.disagree_count} one="disagreement" href={`${path}/disagreements`} />
      </li>
      <li>
        <Count icon="reshare" count={post.reshare_count} one="reshare" href={`${path}/reshares`} />
      </li>
      <li>
        <a class="action icon icon-link" href={path} title="Copy link" data-copy-link>
          <span class="for-readers">Copy link</span>
        </a>
      </li>
      {actions && (
        <li>
          <a class="action icon icon-report" href={links.to(reportPath({ post: post.id }, back))} title="Report">
            <span class="for-readers">Report this post</span>
          </a>
        </li>
      )}
    </ul>
  )
}

interface Counted {
  icon: string | undefined
  count: number
  one: string
  href: string
}

function Count({ icon, count, one, href }: Counted) {
  const label = `${count} ${count === 1 ? one : `${one}s`}`
  return (
    <a class={icon === undefined ? 'action' : `action icon icon-${icon}`} href={href} title={label} aria-label={label}>
      {(count > 0 || icon === undefined) && count}
    </a>
  )
}

interface Responding {
  post_id: string
  path: string
  actions: ViewerActions | null
}

/** The form for a comment by a person, or the way to sign in. */
export function RespondForm({ post_id, path, actions }: Responding) {
  const { links } = usePage()
  if (!actions) {
    return (
      <div class="respond">
        <p>
          <a href={links.to(signInPath(path))}>Sign in</a> to like, comment or report as a person.
        </p>
      </div>
    )
  }
  return (
    <section class="respond" aria-label="Comment">
      <CsrfForm action={`/internal/posts/${post_id}/comment`} label="Comment on this post">
        <input type="hidden" name="to" value={path} />
        <label for="own-comment">Your comment</label>
        <textarea
          id="own-comment"
          name="content"
          rows={2}
          required
          maxLength={10_000}
          aria-describedby="own-comment-note"
        />
        <small id="own-comment-note">Others see that a person wrote it, but not your name.</small>
        <button type="submit">Comment</button>
      </CsrfForm>
    </section>
  )
}
