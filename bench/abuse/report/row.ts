import type { Observed } from '../bystanders.ts'
import type { RateLimits } from '../target.ts'
import type { Summary } from './tally.ts'

/** The result of one attack. */
export interface Row {
  attack: string
  description: string
  rateLimits: RateLimits | 'unknown'
  summary: Summary
  quiet: Observed
  attacked: Observed
  after: Observed
  /** Milliseconds from the end of the attack until a bystander was served; `undefined` if none was. */
  servedAfterMs: number | undefined
  /** Of the process that grew most, in MB; `undefined` if the processes are unknown. */
  memory: { quiet: number; most: number; after: number } | undefined
  /** Whether all processes are running. */
  isAlive: boolean
  lastWords: string
}

export const GROWTH_MB = 300
export const LATER_BY = 3
/** A quiet p99 counts as at least this, since three times a p99 of a fast machine is still short. */
export const FLOOR_MS = 5

export function quantile({ lateness }: Observed, share: number): number {
  const sorted = lateness.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const growthOf = ({ memory }: Row): number => (memory ? memory.most - memory.quiet : 0)

export const laterBy = ({ quiet, attacked }: Row): number =>
  quantile(attacked, 0.99) / Math.max(FLOOR_MS, quantile(quiet, 0.99))

export const refusals = ({ refused }: Observed): number => Object.values(refused).reduce((sum, times) => sum + times, 0)

/** The limits that the attack exceeded. */
export function faultsOf(row: Row): string[] {
  const refused = refusals(row.attacked) + refusals(row.after)
  const late = laterBy(row)
  return [
    row.isAlive ? [] : ['a process ended'],
    growthOf(row) < GROWTH_MB ? [] : ['memory'],
    late < LATER_BY ? [] : ['p99'],
    refused === 0 ? [] : ['bystanders refused'],
    row.servedAfterMs !== undefined ? [] : ['not served afterwards'],
  ].flat()
}
