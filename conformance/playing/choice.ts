import { type Source, scenariosWith } from './bearing.ts'
import type { Row } from './requirements.ts'

/** What of the suite a run plays. */
export type Choice = {
  /** Names of scenarios. */
  scenarios: Set<string>
  /** Whether a check of theirs is played; all are, where scenarios were chosen by their names. */
  has: (requirement: string, title: string) => boolean
}

/**
 * The scenarios whose names match; where none does, the checks whose requirement or title does, or that prove a clause
 * whose id does. `undefined`: nothing does.
 */
export function choose(only: string, names: string[], rows: Row[], sources: Source[]): Choice | undefined {
  const wanted = new RegExp(only, 'i')
  const named = names.filter(name => wanted.test(name))
  if (named.length > 0) return { scenarios: new Set(named), has: () => true }
  const matching = rows.filter(
    ({ requirement, pattern, clauses }) =>
      wanted.test(requirement) || wanted.test(pattern) || clauses.some(id => wanted.test(id)),
  )
  if (matching.length === 0) return undefined
  const has = (requirement: string, title: string) =>
    matching.some(row => row.requirement === requirement && row.fits(title))
  return { scenarios: new Set(scenariosWith(matching, sources)), has }
}
