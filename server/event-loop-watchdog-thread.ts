// The thread that checks whether the event loop is making progress.
import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { CHECKS, type WatchedState } from './event-loop-watchdog.ts'

const { scheduler, seconds } = workerData as WatchedState
const WRITE_TIMEOUT_MS = 1_000
let seen = Atomics.load(scheduler, 0)
let still = 0

/** SIGKILL, like the kernel's out-of-memory killer: a blocked process cannot handle anything else. */
const end = () => process.kill(process.pid, 'SIGKILL')

// Counts checks instead of time: while the whole process is stopped, or its machine sleeps, no checks run.
const checking = setInterval(
  () => {
    const now = Atomics.load(scheduler, 0)
    still = now === seen ? still + 1 : 0
    seen = now
    if (still < CHECKS) return
    clearInterval(checking)
    // The reader of the log may be blocked too.
    setTimeout(end, WRITE_TIMEOUT_MS)
    write(2, `the event loop was blocked for ${seconds} seconds; the process exits\n`, end)
  },
  (seconds * 1_000) / CHECKS,
)
