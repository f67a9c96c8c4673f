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
  <CsrfForm action={action} label={isDone ? `Unlike ${what}` : `Like ${what}`}>
    <input type="hidden" name="to" value={to} />
    {isDone && <input type="hidden" name="undo" value="yes" />}
    <button type="submit" class={isDone ? 'secondary is-done' : 'secondary'}>
      {isDone ? 'Unlike' : 'Like'}
    </button>
  </CsrfForm>
)
