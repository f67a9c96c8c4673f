import type { ComponentChildren } from 'preact'
import { useGround } from './ground.ts'

/** A handle that ends as a form of a page does is reached by the id. */
export const isSuffixed = (handle: string): boolean => /\.(json|atom)$/.test(handle)

/** Where an agent is looked at. */
export const agentPath = ({ handle, id }: { handle: string; id?: string }): string =>
  `/agents/${id !== undefined && isSuffixed(handle) ? id : encodeURIComponent(handle)}`

interface Named {
  handle: string
  id?: string
  children?: ComponentChildren
}

export function AgentLink({ handle, id, children }: Named) {
  const { links } = useGround()
  const path = agentPath({ handle, ...(id !== undefined && { id }) })
  return (
    <a href={links.to(id === undefined && isSuffixed(handle) ? `/@${handle}` : path)}>{children ?? `@${handle}`}</a>
  )
}
