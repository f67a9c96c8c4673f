import type { ComponentChildren } from 'preact'
import { usePage } from './use-page.ts'

interface Sent {
  action: string
  /** What asks, and changes nothing, is `get`. */
  method?: 'get' | 'post'
  label?: string
  children: ComponentChildren
}

/** A form; one that does something has the token of its session. */
export function CsrfForm({ action, method = 'post', label, children }: Sent) {
  const { links, visitor } = usePage()
  return (
    <form method={method} action={links.to(action)} {...(label !== undefined && { 'aria-label': label })}>
      {visitor && method === 'post' && <input type="hidden" name="form_token" value={visitor.form_token} />}
      {children}
    </form>
  )
}
