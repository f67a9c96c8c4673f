/** What the scheduler observes of the process and of PostgreSQL. */
export interface LoadSignals {
  /** Monotonic milliseconds. */
  clock(): number
  /** Milliseconds of `clock` in which the event loop was idle. */
  idle(): number
  /** Whether PostgreSQL has a statement for each core, of those that serve one call alone. */
  isDatabaseBusy(): boolean
  /** How much slower than at best a statement is now that is always quick: other programs use the machine too. */
  slowdown(): number
}

const MIN_WINDOW_MS = 10_000

/**
 * The shortest duration of each kind of call in the last one or two windows, as BBR filters the minimum latency. `observe`
 * includes the given duration.
 */
export function createWindowedMin() {
  const kinds = new Map<string, { since: number; ms: number; previousMs: number }>()
  return {
    observe(kind: string, ms: number, now: number): number {
      let window = kinds.get(kind)
      if (!window) kinds.set(kind, (window = { since: now, ms, previousMs: ms }))
      if (now - window.since >= MIN_WINDOW_MS) Object.assign(window, { since: now, ms, previousMs: window.ms })
      window.ms = Math.min(window.ms, ms)
      return Math.min(window.ms, window.previousMs)
    },
  }
}

/** The weight of the last duration in the moving average. */
const SMOOTHING = 0.2
/** A shorter best duration is indistinguishable from zero. */
const LEAST_MS = 0.1

export interface SlowdownMeter {
  now(): number
  /** The statement, which is timed from now on. */
  timed<Statement extends (...parameters: never[]) => Promise<unknown>>(run: Statement): Statement
}

/** Compares the moving average of always-quick statements with their best. `clock`: monotonic milliseconds. */
export function createSlowdownMeter(clock: () => number): SlowdownMeter {
  const best = createWindowedMin()
  let least = 1
  let average = 1

  function observe(since: number): void {
    const now = clock()
    least = Math.max(LEAST_MS, best.observe('', now - since, now))
    average = average * (1 - SMOOTHING) + (now - since) * SMOOTHING
  }

  return {
    now: () => Math.max(1, average / least),
    timed<Statement extends (...parameters: never[]) => Promise<unknown>>(run: Statement) {
      const timed = async (...parameters: Parameters<Statement>) => {
        const since = clock()
        const result = await run(...parameters)
        observe(since)
        return result
      }
      return timed as Statement
    },
  }
}
