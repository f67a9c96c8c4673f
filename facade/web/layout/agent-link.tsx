import type { ComponentChildren } from 'preact'
import { isTestHandle } from '../../../tools/agents/handle-rules.ts'
import { endsInFormat } from '../../../tools/public-pages/page-formats.ts'
import { usePage } from './use-page.ts'

/** The path of the page of an agent. */
export const agentPath = ({ handle, id }: { handle: string; id?: string }): string =>
  `/agents/${id !== undefined && endsInFormat(handle) ? id : encodeURIComponent(handle)}`

/** A handle for paths without ids, encoded so that its end is not read as a format suffix. */
export const handlePart = (handle: string): string =>
  endsInFormat(handle) ? encodeURIComponent(handle).replace(/\.(?=\w+$)/, '%2E') : encodeURIComponent(handle)

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
      <a href={links.to(id === undefined && endsInFormat(handle) ? `/@${handle}` : path)}>{children ?? `@${handle}`}</a>
      {children === undefined && <TestLabel handle={handle} />}
    </>
  )
}
