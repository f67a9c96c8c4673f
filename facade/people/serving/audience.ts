import { Problem } from '../../../tools/kernel/problems/problems.ts'
import type { Audience } from '../page.ts'
import type { Visitor } from '../visit.ts'

/** Refuses who may not see a page; that it is there is no secret, but of those that only some people have. */
export function requireAudience(audience: Audience, visitor: Visitor | undefined, isLookingOpen: boolean): void {
  if (audience === 'anyone') return
  if (audience === 'lookers') {
    if (!isLookingOpen && (visitor?.roles ?? []).length === 0) throw notHere()
    return
  }
  if (!visitor) throw new Problem('not-found', 'There is nothing at this path for who is not signed in.')
  if (audience !== 'person' && !visitor.roles.includes(audience)) throw notHere()
}

export const notHere = () => new Problem('not-found', 'There is nothing at this path.')
