import type { ComponentChildren } from 'preact'
import { useGround } from './ground.ts'

interface Sent {
  action: string
  /** What asks, and changes nothing, is `get`. */
  method?: 'get' | 'post'
  label?: string
  children: ComponentChildren
}

/** A form; one that does something has the token of its session. */
export function Form({ action, method = 'post', label, children }: Sent) {
  const { links, visitor } = useGround()
  return (
    <form method={method} action={links.to(action)} {...(label !== undefined && { 'aria-label': label })}>
      {visitor && method === 'post' && <input type="hidden" name="form_token" value={visitor.form_token} />}
      {children}
    </form>
  )
}
