import type { ComponentChildren } from 'preact'
import { usePage } from './use-page.ts'

interface Sent {
  action: string
  /** `get` for queries without effects. */
  method?: 'get' | 'post'
  label?: string
  children: ComponentChildren
}

/** A form. `post` forms include the CSRF token. */
export function CsrfForm({ action, method = 'post', label, children }: Sent) {
  const { links, visitor } = usePage()
  return (
    <form method={method} action={links.to(action)} {...(label !== undefined && { 'aria-label': label })}>
      {visitor && method === 'post' && <input type="hidden" name="form_token" value={visitor.form_token} />}
      {children}
    </form>
  )
}
