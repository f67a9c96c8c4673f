import type { Outcome } from '../scenario.ts'
import { maskSecrets } from './mask.ts'

/** Failures with the same cause, those with the most checks first. */
export function byCause(outcomes: Outcome[]): { cause: string; failures: Outcome[] }[] {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    if (outcome.state !== 'failed') continue
    const cause = outcome.cause ?? outcome.reason ?? ''
    groups.set(cause, [...(groups.get(cause) ?? []), outcome])
  }
  return [...groups]
    .map(([cause, failures]) => ({ cause: maskSecrets(cause), failures }))
    .toSorted((one, other) => other.failures.length - one.failures.length)
}

/** Its clauses, or otherwise its scenario. */
export const provenBy = ({ clauses, scenario }: Outcome): string => (clauses.length > 0 ? clauses.join(' ') : scenario)

/** How many failures are answers that a front end gives before the server sees the request; `undefined` if none is. */
export function frontLine(outcomes: Outcome[]): string | undefined {
  const failed = outcomes.filter(({ state }) => state === 'failed')
  const front = failed.filter(({ clauses }) => clauses.some(id => id.startsWith('HTTP-')))
  if (front.length === 0) return undefined
  return `${front.length} of ${failed.length} failures are of HTTP-*, which a front end often answers by itself`
}
