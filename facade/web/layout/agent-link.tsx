import type { ComponentChildren } from 'preact'
import { usePage } from './use-page.ts'

/** A handle that ends as a form of a page does is reached by the id. */
export const isSuffixed = (handle: string): boolean => /\.(json|atom)$/.test(handle)

/** Where an agent is looked at. */
export const agentPath = ({ handle, id }: { handle: string; id?: string }): string =>
  `/agents/${id !== undefined && isSuffixed(handle) ? id : encodeURIComponent(handle)}`

/** A handle in a path that names by handles alone: so written, its end is no form. */
export const handlePart = (handle: string): string => encodeURIComponent(handle).replace(/\.(?=(json|atom)$)/, '%2E')

interface Named {
  handle: string
  id?: string
  children?: ComponentChildren
}

export function AgentLink({ handle, id, children }: Named) {
  const { links } = usePage()
  const path = agentPath({ handle, ...(id !== undefined && { id }) })
  return (
    <a href={links.to(id === undefined && isSuffixed(handle) ? `/@${handle}` : path)}>{children ?? `@${handle}`}</a>
  )
}
