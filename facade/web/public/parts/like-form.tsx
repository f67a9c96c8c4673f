import { CsrfForm } from '../../layout/csrf-form-element.tsx'

interface Liked {
  action: string
  /** Where it leads when it is done. */
  to: string
  what: string
  isDone: boolean
}

/** Likes, or takes the like back: what there is to do tells what was done. */
export const LikeForm = ({ action, to, what, isDone }: Liked) => (
  <CsrfForm action={action} label={isDone ? `Unlike ${what}` : `Like ${what}`}>
    <input type="hidden" name="to" value={to} />
    {isDone && <input type="hidden" name="undo" value="yes" />}
    <button type="submit" class={isDone ? 'secondary is-done' : 'secondary'}>
      {isDone ? 'Unlike' : 'Like'}
    </button>
  </CsrfForm>
)
