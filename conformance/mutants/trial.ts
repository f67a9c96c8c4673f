import type { Outcome } from '../scenario.ts'
import type { Mutant } from './rules.ts'

export type Trial = {
  mutant: Mutant
  /** How many checks fell that hold without the defect. */
  fell: number
  /** The clauses that it breaks and no check missed. */
  missed: string[]
  /** Checks that fell and prove nothing of what it breaks. */
  strays: Outcome[]
  /** Why it was not tried. */
  broken?: string
}

export const isKilled = ({ missed, strays, broken }: Trial): boolean =>
  broken === undefined && missed.length === 0 && strays.length === 0

const keyOf = ({ scenario, title }: Outcome): string => [scenario, title].join('\0')

/** The reason of a request that got no answer in time, which proves no more than that the machine is busy. */
const UNANSWERED = /no answer within/

/** What fails with the defect and did not without it. */
export function newFailures(before: Outcome[], after: Outcome[]): Outcome[] {
  const unsound = new Set(before.filter(({ state }) => state === 'failed').map(keyOf))
  const failed = after.filter(({ state, reason = '' }) => state === 'failed' && !UNANSWERED.test(reason))
  return failed.filter(outcome => !unsound.has(keyOf(outcome)))
}

/** A check that may be as unsound as the machine is busy falls again, or did not fall. */
export const repeatedFailures = (first: Outcome[], again: Outcome[]): Outcome[] => {
  const keys = new Set(again.map(keyOf))
  return first.filter(outcome => keys.has(keyOf(outcome)))
}

export function judgeTrial(mutant: Mutant, fell: Outcome[]): Trial {
  const broken = new Set(fell.flatMap(({ clauses }) => clauses))
  const expected = new Set([...mutant.clauses, ...mutant.dependent])
  return {
    mutant,
    fell: fell.length,
    missed: mutant.clauses.filter(clause => !broken.has(clause)),
    strays: fell.filter(({ clauses }) => !clauses.some(id => expected.has(id))),
  }
}

export function resultOf(trial: Trial): string {
  const { broken, missed, strays } = trial
  if (isKilled(trial)) return 'killed'
  if (broken !== undefined) return `not tried: ${broken}`
  const other = strays.map(({ scenario, title }) => `${scenario}: ${title}`)
  const parts = [
    missed.length === 0 ? 'killed' : `survived at ${missed.join(' ')}`,
    ...(other.length === 0 ? [] : [`others failed: ${[...new Set(other)].join(', ')}`]),
  ]
  return parts.join('; ')
}
