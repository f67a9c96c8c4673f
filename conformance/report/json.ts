import { headlineOf, isPassed, type Verdict } from '../playing/verdict.ts'
import type { Outcome } from '../scenario.ts'
import { masked, maskSecrets } from './mask.ts'
import type { Print, Report } from './report.ts'

/** The verdict as one JSON document; a clause names its checks by their numbers. */
export function jsonReport(print: Print): Report {
  return { end: verdict => print(`${JSON.stringify(describe(verdict), undefined, 2)}\n`) }
}

function describe(verdict: Verdict): object {
  const { run, parts, counts, outcomes, gaps, leftovers } = verdict
  return {
    run,
    passed: isPassed(verdict),
    headline: headlineOf(verdict),
    counts,
    gaps,
    left_behind: leftovers,
    parts: parts.map(({ clauses, ...part }) => ({
      ...part,
      clauses: clauses.map(clause => ({ ...clause, checks: clause.checks.map(check => outcomes.indexOf(check)) })),
    })),
    checks: outcomes.map(presentable),
  }
}

const presentable = (outcome: Outcome): Outcome => ({
  ...outcome,
  ...(outcome.reason === undefined ? {} : { reason: maskSecrets(outcome.reason) }),
  ...(outcome.exchanges === undefined ? {} : { exchanges: outcome.exchanges.map(masked) }),
})
