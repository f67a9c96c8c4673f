import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Visitor } from '../page-context.ts'
import type { PageLinks } from '../page-links.ts'

/** What all components may need: links, the current time, the visitor. */
export interface PageScope {
  links: PageLinks
  now: Date
  site: string
  /** The path of the page, below the public prefix. */
  path: string
  visitor: Visitor | undefined
  flash: string | undefined
  /** How many notifications the visitor has not read; counted up to 100. */
  unread: number
  /** Whether public pages are enabled. */
  isOpen: boolean
}

export const PageScopeContext = createContext<PageScope | undefined>(undefined)

export function usePage(): PageScope {
  const deps = useContext(PageScopeContext)
  if (!deps) throw new Error('a part of a page is rendered outside of one')
  return deps
}
