import type { Cycle } from '../../storage/services/service-rows.ts'
import { SECOND } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { nextWindow } from './usage-windows.ts'

export const revoked = () => new Problem('entitlement-revoked', 'Your right to use this service was revoked.')

export function exhausted(cycle: Cycle, now: Date): Problem {
  const next = nextWindow(cycle, now)
  if (!next) return new Problem('entitlement-exhausted', 'All uses of your right to this service are taken.')
  const retry_after_seconds = Math.ceil((next.getTime() - now.getTime()) / SECOND)
  return new Problem('entitlement-exhausted', `All uses of this ${cycle} are taken.`, { retry_after_seconds })
}
