import { prefixOf } from '../protocol.ts'
import { leftoversLine } from '../runner/cleanup.ts'
import { clauseStates, headlineOf, type JudgedPart, type Verdict } from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'
import { byCause, frontLine, provenBy } from './causes.ts'
import { maskSecrets } from './mask.ts'
import { indent, oneLine, type Print, type Report } from './report.ts'

const namedOfACause = 12
const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }

export function textReport(print: Print): Report {
  return {
    begin: scenario => print(`\n${scenario}\n`),
    wait: words => print(`       ${words}\n`),
    outcome: outcome => {
      const { state, title, reason, elapsed_ms } = outcome
      print(`  ${marks[state]} ${title} [${provenBy(outcome)}] ${elapsed_ms} ms\n`)
      if (reason) print(`${indent(maskSecrets(reason), 7)}\n`)
    },
    end: verdict => print(summaryOf(verdict)),
  }
}

/** The summary at the end: failures, gaps, the parts, and the number of clauses by state. */
export function summaryOf(verdict: Verdict): string {
  const front = frontLine(verdict.outcomes)
  return [
    '',
    ...byCause(verdict.outcomes).map(failureLines),
    ...(front ? [front] : []),
    ...missingLines(verdict),
    ...verdict.gaps.map(gap => `GAP  ${gap}`),
    ...untestedLines(verdict),
    ...partTable(verdict),
    ...timeLines(verdict),
    leftoversLine(verdict.leftovers),
    checksLine(verdict),
    headlineOf(verdict),
    '',
  ].join('\n')
}

/** One failure, or all failures with the same cause and the details of the first. */
function failureLines({ cause, failures }: ReturnType<typeof byCause>[number]): string {
  const [first] = failures as [Outcome]
  const line = (outcome: Outcome) => `${outcome.scenario}: ${outcome.title} [${provenBy(outcome)}]`
  const why = indent(maskSecrets(first.reason ?? ''), 5)
  if (failures.length === 1) return `FAIL ${line(first)}\n${why}`
  const named = failures.slice(0, namedOfACause).map(failure => `     ${line(failure)}`)
  const more = failures.length > named.length ? [`     and ${failures.length - named.length} more`] : []
  return [
    `FAIL ${failures.length} checks, same cause: ${oneLine(cause)}`,
    ...named,
    ...more,
    '     The first:',
    why,
  ].join('\n')
}

const missingLines = ({ run }: Verdict): string[] =>
  run.missing === undefined ? [] : [`NOT OFFERED  ${run.missing.length} routes: ${run.missing.join(', ')}`]

/** Why clauses were not tested, without repeating a reason. */
function untestedLines({ parts, run, counts }: Verdict): string[] {
  if (run.only !== undefined) return [`${counts['not tested here']} clauses were not selected or not tested`]
  const byReason = new Map<string, string[]>()
  for (const { id, state, reasons } of parts.flatMap(({ clauses }) => clauses)) {
    if (state !== 'not tested here') continue
    for (const reason of reasons) byReason.set(reason, [...(byReason.get(reason) ?? []), id])
  }
  return [...byReason].map(([reason, ids]) => `NOT TESTED HERE  ${reason}: ${listed(ids)}`)
}

/** Clause ids; if there are many, only the number per prefix. */
function listed(ids: string[]): string {
  if (ids.length <= 40) return ids.join(' ')
  const prefixes = ids.map(prefixOf)
  const counts = [...new Set(prefixes)].map(prefix => `${prefixes.filter(other => other === prefix).length} ${prefix}`)
  return `${ids.length} clauses: ${counts.join(', ')}`
}

function partTable({ parts, run }: Verdict): string[] {
  const isTold = ({ clauses, counts }: JudgedPart) =>
    run.only === undefined ? clauses.length > 0 : counts.passed + counts.failed > 0
  const shownParts = parts.filter(isTold)
  if (shownParts.length === 0) return []
  const width = Math.max(...shownParts.map(({ title }) => title.length))
  const columns = ['passed', 'failed', 'not tested', 'untestable', 'unchecked']
  const line = (first: string, cells: (string | number)[]) =>
    `${first.padEnd(width)}${cells.map((cell, index) => String(cell).padStart((columns[index]?.length ?? 0) + 2)).join('')}`
  return [
    '',
    line('', columns),
    ...shownParts.map(({ title, counts }) =>
      line(
        title,
        clauseStates.map(state => counts[state]),
      ),
    ),
    '',
  ]
}

const shownParts = 5
const longMs = 10_000

/** Where the time went, if the run took long. */
function timeLines({ outcomes }: Verdict): string[] {
  const sum = (some: Outcome[], of: 'elapsed_ms' | 'waited_ms') => some.reduce((ms, one) => ms + (one[of] ?? 0), 0)
  if (sum(outcomes, 'elapsed_ms') < longMs) return []
  const spans = [...new Set(outcomes.map(({ scenario }) => scenario))].map(name => {
    const checks = outcomes.filter(({ scenario }) => scenario === name)
    return { name, ms: sum(checks, 'elapsed_ms'), waitedMs: sum(checks, 'waited_ms') }
  })
  const slowest = spans.toSorted((a, b) => b.ms - a.ms).slice(0, shownParts)
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
  const line = ({ name, ms, waitedMs }: (typeof spans)[number]) =>
    `${name} ${seconds(ms)}${waitedMs > 0 ? ` (waited for limits: ${seconds(waitedMs)})` : ''}`
  const waited = seconds(sum(outcomes, 'waited_ms'))
  return [
    `time in checks: ${seconds(sum(outcomes, 'elapsed_ms'))}, of which ${waited} waiting for rate limits; slowest scenarios:`,
    ...slowest.map(one => `  ${line(one)}`),
  ]
}

function checksLine({ outcomes, gaps }: Verdict): string {
  const count = (wanted: string) => outcomes.filter(({ state }) => state === wanted).length
  const broken = gaps.length === 0 ? '' : `; gaps in the suite (they count as failures): ${gaps.length}`
  return `checks: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped${broken}`
}
