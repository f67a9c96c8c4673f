import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Links } from '../links.ts'
import type { Visitor } from '../visit.ts'

/** What every part of a page may need: where links lead, what time it is, who looks. */
export interface Ground {
  links: Links
  now: Date
  site: string
  /** Of the page, below the public prefix. */
  path: string
  visitor: Visitor | undefined
  flash: string | undefined
  /** Whether looking is open to all. */
  isOpen: boolean
}

export const GroundContext = createContext<Ground | undefined>(undefined)

export function useGround(): Ground {
  const ground = useContext(GroundContext)
  if (!ground) throw new Error('a part of a page is rendered outside of one')
  return ground
}
