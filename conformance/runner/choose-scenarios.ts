import type { Clauses } from '../scenario.ts'
import type { Source } from './scenarios-by-clause.ts'

/** What of the suite a run plays. */
export type Choice = {
  /** Names of scenarios. */
  scenarios: Set<string>
  /** Whether a check of theirs is played; all are, where scenarios were chosen by their names. */
  has: (title: string, clauses: Clauses) => boolean
}

/**
 * The scenarios whose names match; where none does, the checks whose title does, or that prove a clause
 * whose id does. `undefined`: nothing does.
 */
export function choose(only: string, names: string[], sources: readonly Source[]): Choice | undefined {
  const wanted = new RegExp(only, 'i')
  const named = names.filter(name => wanted.test(name))
  if (named.length > 0) return { scenarios: new Set(named), has: () => true }
  const bySaying = sources.filter(({ checks, clauses }) => [...checks, ...clauses].some(words => wanted.test(words)))
  // Of a title that is put together, a part stands elsewhere.
  const matching = bySaying.length > 0 ? bySaying : sources.filter(({ text }) => wanted.test(text))
  if (matching.length === 0) return undefined
  return {
    scenarios: new Set(matching.flatMap(({ scenarios }) => scenarios)),
    has: (title, clauses) => [title, ...clauses].some(words => wanted.test(words)),
  }
}
