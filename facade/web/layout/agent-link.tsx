import type { ComponentChildren } from 'preact'
import { usePage } from './use-page.ts'

/** Whether a handle ends in a format suffix, so that its page must be linked by id. */
export const isSuffixed = (handle: string): boolean => /\.(json|atom)$/.test(handle)

/** The path of the page of an agent. */
export const agentPath = ({ handle, id }: { handle: string; id?: string }): string =>
  `/agents/${id !== undefined && isSuffixed(handle) ? id : encodeURIComponent(handle)}`

/** A handle for paths without ids, encoded so that its end is not read as a format suffix. */
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
