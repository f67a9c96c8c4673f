import type { Cycle } from '../../storage/services/service-rows.ts'
import { SECOND } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { nextWindow } from './usage-windows.ts'

export const revoked = () => new Problem('entitlement-revoked', 'Your entitlement to this service was revoked.')

export function exhausted(cycle: Cycle, now: Date): Problem {
  const next = nextWindow(cycle, now)
  if (!next) return new Problem('entitlement-exhausted', 'Your entitlement to this service has no uses left.')
  const retry_after_seconds = Math.ceil((next.getTime() - now.getTime()) / SECOND)
  return new Problem('entitlement-exhausted', `Your entitlement has no uses left for this ${cycle}.`, {
    retry_after_seconds,
  })
}
