import type { Clauses } from '../scenario.ts'
import type { Source } from './scenarios-by-clause.ts'

/** The part of the suite that a run includes. */
export type Choice = {
  /** Names of scenarios. */
  scenarios: Set<string>
  /** Whether a check is run; all are if scenarios were chosen by name. */
  has: (title: string, clauses: Clauses) => boolean
}

/**
 * The scenarios whose names match; if none does, the checks whose title or clause id matches. `undefined` if nothing
 * matches.
 */
export function choose(only: string, names: string[], sources: readonly Source[]): Choice | undefined {
  const wanted = new RegExp(only, 'i')
  const named = names.filter(name => wanted.test(name))
  if (named.length > 0) return { scenarios: new Set(named), has: () => true }
  const bySaying = sources.filter(({ checks, clauses }) => [...checks, ...clauses].some(words => wanted.test(words)))
  // Part of an interpolated title is not in the source.
  const matching = bySaying.length > 0 ? bySaying : sources.filter(({ text }) => wanted.test(text))
  if (matching.length === 0) return undefined
  return {
    scenarios: new Set(matching.flatMap(({ scenarios }) => scenarios)),
    has: (title, clauses) => [title, ...clauses].some(words => wanted.test(words)),
  }
}
