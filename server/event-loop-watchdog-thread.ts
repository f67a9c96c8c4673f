// The thread that looks whether the event loop turns.
import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { CHECKS, type WatchedState } from './event-loop-watchdog.ts'

const { scheduler, seconds } = workerData as WatchedState
const TOLD_WITHIN_MS = 1_000
let seen = Atomics.load(scheduler, 0)
let still = 0

/** As the kernel ends one that takes too much memory: nothing that stands still can hold it up. */
const end = () => process.kill(process.pid, 'SIGKILL')

// By looks and not by a clock: while the whole process is stopped, or its machine sleeps, nobody looks.
const looking = setInterval(
  () => {
    const now = Atomics.load(scheduler, 0)
    still = now === seen ? still + 1 : 0
    seen = now
    if (still < CHECKS) return
    clearInterval(looking)
    // Whoever reads the log may stand still too.
    setTimeout(end, TOLD_WITHIN_MS)
    write(2, `the event loop was blocked for ${seconds} seconds; the process exits\n`, end)
  },
  (seconds * 1_000) / CHECKS,
)
