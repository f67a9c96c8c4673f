import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

/** What the thread is given: a count that goes up while the event loop turns, and for how long it may stay the same. */
export interface WatchedState {
  scheduler: Int32Array
  seconds: number
}

/** How often the thread looks in that time; the count goes up twice as often. */
export const CHECKS = 6
const MOST = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

/**
 * Ends this process where its event loop stands still for so long, as in a heap that is collected for ever: a thread
 * of its own looks, which waits for nothing that the loop does. 0: never.
 */
export function startWatchdog(seconds: number, log: Logger): void {
  if (seconds === 0) return
  const scheduler = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(scheduler, 0, 1), (seconds * 1_000) / CHECKS / 2).unref()
  const file = path.join(import.meta.dirname, 'event-loop-watchdog-thread.js')
  const thread = new Worker(file, { workerData: { scheduler, seconds } satisfies WatchedState, resourceLimits: MOST })
  thread.on('error', error =>
    log.error({ err: error }, 'the event loop watchdog stopped; blocked event loops are no longer detected'),
  )
  thread.unref()
}
