import { describeMachine } from '../../machine.ts'
import { render, table } from '../../outcome.ts'
import { openFiles } from '../attack-context.ts'
import type { Observed } from '../bystanders.ts'
import { FLOOR_MS, faultsOf, GROWTH_MB, growthOf, LATER_BY, laterBy, quantile, type Row, refusals } from './row.ts'

const HEAD = [
  ...['attack', 'limits', 'requests/s', 'answered', 'p99 quiet', 'attacked', 'ratio', 'refused'],
  ...['MB quiet', 'most', 'after', ''],
]

const ms = (value: number) => (Number.isNaN(value) ? 'none' : `${value.toFixed(value < 100 ? 1 : 0)} ms`)
const mb = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0))

export function cellsOf(row: Row): string[] {
  const { attack, rateLimits, summary, quiet, attacked, memory } = row
  const faults = faultsOf(row)
  return [
    ...[attack, rateLimits, (summary.sent / summary.seconds).toFixed(0), answersOf(summary.answers)],
    ...[ms(quantile(quiet, 0.99)), ms(quantile(attacked, 0.99)), laterBy(row).toFixed(1), refusedOf(row)],
    ...[mb(memory?.quiet), mb(memory?.most), mb(memory?.after)],
    faults.length === 0 ? 'holds' : `FAILS: ${faults.join(', ')}`,
  ]
}

/** Most frequent first. */
const answersOf = (answers: Record<string, number>): string =>
  Object.entries(answers)
    .sort(([, one], [, other]) => other - one)
    .map(([answer, times]) => `${answer}: ${times}`)
    .join(', ')

function refusedOf({ attacked, after }: Row): string {
  const all = refusals(attacked) + refusals(after)
  const atSharedAddress = attacked.atSharedAddress + after.atSharedAddress
  return all === 0
    ? '0'
    : `${all} of ${all + attacked.lateness.length + after.lateness.length}, ${atSharedAddress} beside`
}

export const tableOf = (rows: readonly Row[]): string => table(HEAD, rows.map(cellsOf))

/** The console line of a row. */
export function lineOf(row: Row): string {
  const faults = faultsOf(row)
  const { quiet, attacked, memory, lastWords } = row
  const late = `p99 ${ms(quantile(quiet, 0.99))} -> ${ms(quantile(attacked, 0.99))}`
  const grown = memory ? `, +${growthOf(row).toFixed(0)} MB` : ''
  const notes = [lastWords, ...[attacked, row.after].map(kindsOf)]
    .filter(note => note !== '')
    .map(note => `\n    ${note}`)
  const verdict = faults.length === 0 ? 'holds' : `FAILS: ${faults.join(', ')}`
  return `  ${row.attack}: ${late}${grown}, refused ${refusedOf(row)}; ${verdict}${notes.join('')}`
}

const kindsOf = ({ refused }: Observed): string => (refusals({ refused } as Observed) === 0 ? '' : answersOf(refused))

export interface Circumstances {
  command: string
  seconds: number
  workers: number
}

/** The section of RESULTS.md. */
export function sectionFor(rows: readonly Row[], { command, seconds, workers }: Circumstances): string {
  return sectionOfCells(rows.map(cellsOf), seconds, [
    `\`${command}\` on ${today()}: ${describeMachine()}; server processes: ${workers}, nothing pinned`,
    `must: all processes live, less than ${GROWTH_MB} MB of growth, p99 below ${LATER_BY} times the quiet one (which counts as ${FLOOR_MS} ms at least), no bystander refused`,
    `connections are scaled to a limit of ${openFiles()} descriptors on either side`,
    ...legendOf(rows),
  ])
}

export const today = (): string => new Date().toISOString().slice(0, 10)

/** From rows as `cellsOf` returns them, of which the last cell says whether the server held. */
export function sectionOfCells(cells: string[][], seconds: number, notes: string[]): string {
  const held = cells.filter(row => row.at(-1) === 'holds').length
  return render({
    name: 'B9',
    title: `one hostile client for ${seconds} s, beside agents that call 50 times a second; ${held} of ${cells.length} held`,
    measured: [],
    checks: [],
    table: { head: HEAD, rows: cells },
    notes,
  })
}

export const legendOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ attack, description }) => `${attack}: ${description}`)),
]
