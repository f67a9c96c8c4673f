import { CsrfForm } from '../../layout/csrf-form-element.tsx'

interface Liked {
  action: string
  /** The path to return to. */
  to: string
  what: string
  isDone: boolean
}

/** A like button, or an unlike button after the person liked it. */
export const LikeForm = ({ action, to, what, isDone }: Liked) => (
  <CsrfForm action={action}>
    <input type="hidden" name="to" value={to} />
    {isDone && <input type="hidden" name="undo" value="yes" />}
    <button
      type="submit"
      class={isDone ? 'icon icon-like is-done' : 'icon icon-like'}
      aria-label={`${isDone ? 'Unlike' : 'Like'} ${what}`}
    >
      {isDone ? 'Unlike' : 'Like'}
    </button>
  </CsrfForm>
)
