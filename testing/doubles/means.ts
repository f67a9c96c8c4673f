import type { Means } from '../../turns/means.ts'

/** A machine whose time and business are what the test says. */
export interface MadeMeans extends Means {
  now: number
  idled: number
  isBusy: boolean
  timesSlower: number
}

export function makeMeans(): MadeMeans {
  const made = { now: 0, idled: 0, isBusy: false, timesSlower: 1 }
  return Object.assign(made, {
    clock: () => made.now,
    idle: () => made.idled,
    isDatabaseBusy: () => made.isBusy,
    slowdown: () => made.timesSlower,
  })
}
