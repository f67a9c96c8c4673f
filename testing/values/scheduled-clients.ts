import { createLimitUsage } from '../../concurrency/resource-limits.ts'
import { createFairScheduler } from '../../concurrency/scheduler.ts'
import { QUEUE_ERRORS } from '../../tools/core/problems/queue-errors.ts'
import { fakeLoadSignals } from '../fakes/load-signals.ts'

export const idOf = (n: number) => `0199aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`
export const CLIENT_COUNT = [1, 2, 3, 4, 5, 6, 7, 8].map(idOf)
export const BACKGROUND_CLIENTS = [9, 10].map(idOf)

/** Scheduler clients whose calls end on request, or immediately. */
export function openClients() {
  const clock = fakeLoadSignals()
  const usage = createLimitUsage()
  const scheduler = createFairScheduler(usage, clock, QUEUE_ERRORS)
  const ends: (() => void)[] = []
  return {
    scheduler,
    clock,
    ends,
    begun: () => ends.length,
    run: (name: string) => scheduler.run(name, async () => {}),
    hold: (name: string) => scheduler.run(name, () => new Promise<void>(resolve => ends.push(resolve))),
    used: () => Object.fromEntries(usage.used()),
  }
}
