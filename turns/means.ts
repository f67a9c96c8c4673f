import { openBest } from './best.ts'

/** What calls are carried out with, and whether it has time. */
export interface Means {
  /** ms that only ever grow. */
  clock(): number
  /** Those of them in which the event loop had nothing to do. */
  idle(): number
  /** Whether PostgreSQL has a statement for each core, of those that serve one call alone. */
  isDatabaseBusy(): boolean
  /** How many times as long as at best it takes now what is always quick: others want the machine too. */
  slowdown(): number
}

/** Of what is known of its times, the last one is so much. */
const NEW = 0.2
/** Less is too little to be told from nothing. */
const LEAST_MS = 0.1

/** Of statements that are always quick; `clock`: ms that only ever grow. */
export function openSlowdown(clock: () => number) {
  const best = openBest()
  let least = 1
  let lately = 1
  return {
    now: () => Math.max(1, lately / least),
    async time<Result>(statement: () => Promise<Result>): Promise<Result> {
      const since = clock()
      const result = await statement()
      const now = clock()
      least = Math.max(LEAST_MS, best.of('', now - since, now))
      lately = lately * (1 - NEW) + (now - since) * NEW
      return result
    },
  }
}
