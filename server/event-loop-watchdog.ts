import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

/** The shared state: a counter that the event loop increments, and how long it may stay the same. */
export interface WatchedState {
  scheduler: Int32Array
  seconds: number
}

/** Checks of the thread per limit; the counter is incremented twice as often. */
export const CHECKS = 6
const MOST = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

/**
 * Ends this process if its event loop is blocked for that long, for example by endless garbage collection. A separate
 * thread checks, so it depends on nothing that the loop does. 0: never.
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
