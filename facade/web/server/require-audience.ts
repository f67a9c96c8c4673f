import { Problem } from '../../../tools/core/problems/problem.ts'
import type { PageAudience } from '../define-page.ts'
import type { Visitor } from '../page-context.ts'

/** Rejects visitors outside the audience. Staff pages return the same error as pages that do not exist. */
export function requireAudience(audience: PageAudience, visitor: Visitor | undefined, isLookingOpen: boolean): void {
  if (audience === 'anyone') return
  if (audience === 'readers') {
    if (!isLookingOpen && (visitor?.roles ?? []).length === 0) throw pageNotFound()
    return
  }
  if (!visitor) throw new Problem('not-found', 'There is nothing at this path for visitors who are not signed in.')
  if (audience !== 'person' && !visitor.roles.includes(audience)) throw pageNotFound()
}

export const pageNotFound = () => new Problem('not-found', 'There is nothing at this path.')
