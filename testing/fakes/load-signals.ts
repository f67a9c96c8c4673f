import type { LoadSignals } from '../../concurrency/load-signals.ts'

/** Load signals and a clock that a test sets. */
export interface FakeLoadSignals extends LoadSignals {
  now: number
  idled: number
  isBusy: boolean
  timesSlower: number
}

export function fakeLoadSignals(): FakeLoadSignals {
  const made = { now: 0, idled: 0, isBusy: false, timesSlower: 1 }
  return Object.assign(made, {
    clock: () => made.now,
    idle: () => made.idled,
    isDatabaseBusy: () => made.isBusy,
    slowdown: () => made.timesSlower,
  })
}
