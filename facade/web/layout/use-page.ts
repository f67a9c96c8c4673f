import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Visitor } from '../page-context.ts'
import type { PageLinks } from '../page-links.ts'

/** What every part of a page may need: where links lead, what time it is, who looks. */
export interface PageScope {
  links: PageLinks
  now: Date
  site: string
  /** Of the page, below the public prefix. */
  path: string
  visitor: Visitor | undefined
  flash: string | undefined
  /** Whether looking is open to all. */
  isOpen: boolean
}

export const PageScopeContext = createContext<PageScope | undefined>(undefined)

export function usePage(): PageScope {
  const deps = useContext(PageScopeContext)
  if (!deps) throw new Error('a part of a page is rendered outside of one')
  return deps
}
