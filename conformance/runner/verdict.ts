import type { Clause, Part } from '../protocol.ts'
import type { Outcome } from '../scenario.ts'
import type { Leftovers } from './cleanup.ts'
import type { Profile } from './profiles.ts'
import { mayBe } from './scenarios-by-clause.ts'

export const clauseStates = ['passed', 'failed', 'not tested here', 'untestable from outside', 'unchecked'] as const

export type ClauseState = (typeof clauseStates)[number]

export type JudgedClause = Clause & {
  state: ClauseState
  /** Why it was not tested here. */
  reasons: string[]
  /** The outcomes of the checks that prove it. */
  checks: Outcome[]
}

export type JudgedPart = Omit<Part, 'clauses'> & { clauses: JudgedClause[]; counts: Counts }

export type Counts = Record<ClauseState, number>

/** The options of the run; `missing`: the routes that a partial server does not implement. */
export type Run = { base_url: string; started_at: string; profile: Profile['name']; only?: string; missing?: string[] }

export type Verdict = {
  run: Run
  parts: JudgedPart[]
  counts: Counts
  outcomes: Outcome[]
  /** Defects of the suite itself. */
  gaps: string[]
  leftovers: Leftovers
}

type Evidence = {
  run: Run
  profile: Profile
  parts: Part[]
  /** For each clause that checks name, the scenarios that contain them. */
  homes: Map<string, string[]>
  /** The titles of checks as written in the source. */
  checks: readonly string[]
  outcomes: Outcome[]
  /** Clauses that may be without a check. */
  allowance: string[]
  leftovers: Leftovers
}

export function judge({ run, profile, parts, homes, checks, outcomes, allowance, leftovers }: Evidence): Verdict {
  const byClause = outcomesByClause(outcomes)
  const named = new Set(homes.keys())
  const idle = (id: string) => (run.only === undefined ? idleReason(homes.get(id) ?? [], outcomes) : 'not asked for')
  const known = { profile, named, idle }
  const judged = parts.map(part => {
    const clauses = part.clauses.map(clause => judgeClause(clause, byClause.get(clause.id) ?? [], known))
    return { ...part, clauses, counts: countStates(clauses) }
  })
  const isWhole =
    run.only === undefined &&
    run.missing === undefined &&
    profile.name === 'all' &&
    outcomes.every(({ isWhole }) => !isWhole)
  const gaps = [
    ...faultsOf(homes, parts),
    ...(isWhole ? [...allowanceGaps(parts, named, allowance), ...traceGaps(checks, outcomes)] : []),
  ]
  const counts = countStates(judged.flatMap(({ clauses }) => clauses))
  return { run, parts: judged, counts, outcomes, gaps, leftovers }
}

/** Whether nothing failed. Untested clauses do not count against a server, provided anything was tested. */
export const isPassed = ({ outcomes, gaps }: Verdict): boolean =>
  outcomes.some(({ state }) => state === 'passed') &&
  gaps.length === 0 &&
  outcomes.every(({ state }) => state !== 'failed')

export function headlineOf({ counts }: Verdict): string {
  const unchecked = counts.unchecked === 0 ? '' : `, ${counts.unchecked} without a check`
  return (
    `${counts.passed} passed, ${counts.failed} failed, ${counts['not tested here']} not tested here, ` +
    `${counts['untestable from outside']} untestable${unchecked}`
  )
}

/** Testable clauses that no check names. */
export function uncheckedClauses(parts: Part[], named: ReadonlySet<string>): string[] {
  const all = parts.flatMap(({ clauses }) => clauses)
  return all.filter(({ id, untestable }) => !untestable && !named.has(id)).map(({ id }) => id)
}

export function allowanceGaps(parts: Part[], named: ReadonlySet<string>, allowance: string[]): string[] {
  const unchecked = uncheckedClauses(parts, named)
  const fresh = unchecked.filter(id => !allowance.includes(id))
  const stale = allowance.filter(id => !unchecked.includes(id))
  return [
    ...(fresh.length === 0 ? [] : [`no check proves ${fresh.join(' ')}`]),
    ...(stale.length === 0 ? [] : [`unchecked.yaml lists ids that are not unchecked clauses: ${stale.join(' ')}`]),
  ]
}

function outcomesByClause(outcomes: Outcome[]): Map<string, Outcome[]> {
  const found = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    for (const id of new Set(outcome.clauses)) {
      found.set(id, [...(found.get(id) ?? []), outcome])
    }
  }
  return found
}

/** Invalid clause references in checks. */
export function faultsOf(homes: ReadonlyMap<string, string[]>, parts: Part[]): string[] {
  const clauses = new Map(parts.flatMap(part => part.clauses.map(clause => [clause.id, clause])))
  return [...homes].flatMap(([id, scenarios]) => {
    const clause = clauses.get(id)
    const scenarioNames = scenarios.join(', ')
    if (!clause) return [`${scenarioNames}: refers to the unknown clause ${id}`]
    return clause.untestable ? [`${scenarioNames}: refers to ${id}, which is untestable from outside`] : []
  })
}

/** Differences between the written checks and those that ran. */
export function traceGaps(checks: readonly string[], outcomes: Outcome[]): string[] {
  const idle = checks.filter(written => !outcomes.some(({ title }) => mayBe(written, title)))
  const bare = outcomes.filter(({ isWhole, clauses }) => !isWhole && clauses.length === 0)
  return [
    ...idle.map(title => `no check "${title}" ran`),
    ...bare.map(({ scenario, title }) => `${scenario}: the check "${title}" proves no clause`),
  ]
}

/** Why checks did not run, from the outcomes of their scenarios. */
function idleReason(homes: string[], outcomes: Outcome[]): string {
  const isCut = ({ isWhole, scenario }: Outcome) => isWhole && [...homes, 'run'].includes(scenario)
  const why = outcomes
    .filter(isCut)
    .map(
      ({ scenario, state, reason = '' }) => `${scenario} ${state === 'failed' ? 'failed before' : `ended: ${reason}`}`,
    )
  return ['its checks did not run', ...(why.length > 0 ? [[...new Set(why)].join('; ')] : [])].join(': ')
}

type Known = { profile: Profile; named: Set<string>; idle: (clause: string) => string }

function judgeClause(clause: Clause, checks: Outcome[], { profile, named, idle }: Known): JudgedClause {
  const ended = (state: ClauseState, reasons: string[] = []) => ({ ...clause, state, reasons, checks })
  if (clause.untestable) return ended('untestable from outside', [clause.untestable])
  if (!named.has(clause.id)) return ended('unchecked')
  if (!profile.counts(clause.id)) return ended('not tested here', [`not in the profile ${profile.name}`])
  if (checks.some(({ state }) => state === 'failed')) return ended('failed')
  if (checks.some(({ state }) => state === 'passed')) return ended('passed')
  const reasons = new Set(checks.map(({ reason }) => reason ?? ''))
  return ended('not tested here', reasons.size > 0 ? [...reasons] : [idle(clause.id)])
}

function countStates(clauses: JudgedClause[]): Counts {
  const count = (state: ClauseState) => clauses.filter(clause => clause.state === state).length
  return Object.fromEntries(clauseStates.map(state => [state, count(state)])) as Counts
}
