// Low-priority work: after each piece it pauses while the process is busy, so that it gets a fifth of a busy process and all
// of an idle one.
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Event-loop utilization from which on the process is busy. */
const BUSY = 0.3
/** The longest pause, as a multiple of the time that the piece took. */
const PAUSE_FACTOR = 4
const MAX_PAUSE_MS = 1_000
const SAMPLE_MS = 10

/** Waits, and returns the event-loop utilization during the wait. */
export async function sampleUtilization(ms: number): Promise<number> {
  const since = performance.eventLoopUtilization()
  await delay(ms)
  return performance.eventLoopUtilization(since).utilization
}

/** Runs one piece of background work, then pauses while the process is busy. `monotonic`: milliseconds. */
export async function runInBackground<Result>(
  monotonic: () => number,
  piece: () => Promise<Result>,
  sample = sampleUtilization,
): Promise<Result> {
  const started = monotonic()
  const result = await piece()
  const ended = monotonic()
  const until = ended + Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (ended - started))
  while ((await sample(SAMPLE_MS)) > BUSY && monotonic() < until);
  return result
}
