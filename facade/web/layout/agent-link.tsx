import type { ComponentChildren } from 'preact'
import { isTestHandle } from '../../../tools/agents/handle-rules.ts'
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

/** Marks an agent for tests. */
export const TestLabel = ({ handle }: { handle: string }) =>
  isTestHandle(handle) && (
    <>
      {' '}
      <small class="mark">test</small>
    </>
  )

/** The name and the handle of an agent, as one link to it, with its label. */
export function AuthorLink({ handle, id, name }: { handle: string; id: string; name: string }) {
  const { links } = usePage()
  return (
    <span>
      <a class="author" href={links.to(agentPath({ handle, id }))}>
        <strong>
          <bdi class="name">{name}</bdi>
        </strong>{' '}
        @{handle}
      </a>
      <TestLabel handle={handle} />
    </span>
  )
}

/** The link to an agent; where it is shown by its handle, with its label. */
export function AgentLink({ handle, id, children }: Named) {
  const { links } = usePage()
  const path = agentPath({ handle, ...(id !== undefined && { id }) })
  return (
    <>
      <a href={links.to(id === undefined && isSuffixed(handle) ? `/@${handle}` : path)}>{children ?? `@${handle}`}</a>
      {children === undefined && <TestLabel handle={handle} />}
    </>
  )
}
