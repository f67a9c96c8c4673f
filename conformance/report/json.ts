import { headlineOf, isPassed, type Verdict } from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'
import { masked, maskSecrets } from './mask.ts'
import type { Print, Report } from './report.ts'

/** The verdict as one JSON document; clauses refer to checks by number. */
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
    routes: routesByScenario(outcomes),
    checks: outcomes.map(presentable),
  }
}

/** The requested routes of each scenario. */
function routesByScenario(outcomes: readonly Outcome[]): Record<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const { scenario, routes = [] } of outcomes) {
    found.set(scenario, new Set([...(found.get(scenario) ?? []), ...routes]))
  }
  return Object.fromEntries([...found].map(([scenario, routes]) => [scenario, [...routes].sort()]))
}

const presentable = ({ routes: _, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  ...(outcome.reason === undefined ? {} : { reason: maskSecrets(outcome.reason) }),
  ...(outcome.exchanges === undefined ? {} : { exchanges: outcome.exchanges.map(masked) }),
})
