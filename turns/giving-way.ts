import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** The share of its time that a busy process spends outside of waiting. */
const BUSY = 0.3
/** Times as long as a piece took, others go first: what can wait has a fifth of a busy process. */
const REST = 4
const LONGEST_REST_MS = 1_000
/** So often it is looked whether others are at work. */
const LOOK_MS = 10

/** Lets others go on for so long, and tells in what share of that time the process did not wait. */
export async function restFor(ms: number): Promise<number> {
  const loop = performance.eventLoopUtilization()
  await delay(ms)
  return performance.eventLoopUtilization(loop).utilization
}

/** Does a piece of work that can wait, and rests behind it for as long as the process has much else to do. `monotonic`: in ms. */
export async function givingWay<Result>(
  monotonic: () => number,
  piece: () => Promise<Result>,
  rest = restFor,
): Promise<Result> {
  const began = monotonic()
  const result = await piece()
  const ended = monotonic()
  const rested = ended + Math.min(LONGEST_REST_MS, REST * (ended - began))
  while ((await rest(LOOK_MS)) > BUSY && monotonic() < rested);
  return result
}
