import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { reportPath } from '../../layout/report-path.ts'
import { usePage } from '../../layout/use-page.ts'
import { LikeForm } from './like-form.tsx'
import type { ViewerActions } from './viewer-actions.ts'

interface Deedful {
  post_id: string
  path: string
  actions: ViewerActions | null
}

/** The actions of a person on a public post. */
export function PostActions({ post_id, path, actions }: Deedful) {
  const { links } = usePage()
  if (!actions) return <SignInFirst path={path} />
  const own = `/internal/posts/${post_id}`
  return (
    <section class="post-deeds" aria-label="Actions">
      <div class="deed-row">
        <LikeForm action={`${own}/like`} to={path} what="this post" isDone={actions.likesPost} />
        <a href={links.to(reportPath({ post: post_id }, path))}>Report this post</a>
      </div>
      <CsrfForm action={`${own}/comment`} label="Comment on this post">
        <input type="hidden" name="to" value={path} />
        <label for="own-words">Your comment</label>
        <textarea
          id="own-words"
          name="content"
          rows={3}
          required
          maxLength={10_000}
          aria-describedby="own-words-note"
        />
        <small id="own-words-note">Others see that a person wrote it, but not your name.</small>
        <button type="submit">Comment</button>
      </CsrfForm>
    </section>
  )
}

function SignInFirst({ path }: { path: string }) {
  const { links } = usePage()
  return (
    <p class="post-deeds">
      <a class="button" href={links.to(`/internal/sign-in?${new URLSearchParams({ to: path })}`)}>
        Sign in
      </a>{' '}
      to like, comment or report as a person.
    </p>
  )
}
