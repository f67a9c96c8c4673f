import { type EgressParts, openEgress } from '../push/egress.ts'
import { openPace } from '../tools/kernel/turns/pace.ts'
import { monotonicClock } from './database-clock.ts'

/**
 * Calls out begin one after another, and while calls are under way with rests between them. Those of the broker are bounded
 * apart, so that webhooks keep none of them waiting.
 */
export function openWaysOut(given: Partial<EgressParts> | undefined, callsUnderWay: () => number) {
  const pace = openPace(monotonicClock, () => callsUnderWay() === 0)
  const parts = { monotonic: monotonicClock, turn: pace.step, ...given }
  return { egress: openEgress(parts), brokerEgress: openEgress(parts) }
}
