import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** The share of its time that a busy process spends outside of waiting. */
const BUSY = 0.6
/** Times as long as a piece took, others go first: what can wait has a fifth of a busy process. */
const REST = 4
const LONGEST_REST_MS = 1_000

/** Does a piece of work that can wait, and rests behind it where the process has much else to do. `monotonic`: in ms. */
export async function givingWay<Result>(monotonic: () => number, piece: () => Promise<Result>): Promise<Result> {
  const [began, loop] = [monotonic(), performance.eventLoopUtilization()]
  const result = await piece()
  const { utilization } = performance.eventLoopUtilization(loop)
  if (utilization > BUSY) await delay(Math.min(LONGEST_REST_MS, REST * (monotonic() - began)))
  return result
}
