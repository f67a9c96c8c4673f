import { ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Door } from '../clients/http.ts'
import { prefix } from '../clients/rest.ts'

/** So often as long as its slowest answer may be late whatever a busy server does in time. */
const leniency = 20
const samples = 10

/**
 * Runs what has to be over within `ms` where the server is at leisure: within as much more as it takes to answer
 * anything, since a machine with more to do is slower at everything.
 */
export async function within<T>(door: Door, ms: number, what: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const over = new AbortController()
  const running = run().finally(() => over.abort())
  const [, slowestMs] = await Promise.all([running, slowestAnswerMs(door, ms / samples, over.signal)])
  const tookMs = performance.now() - start
  ok(
    tookMs <= ms + leniency * slowestMs,
    `${what} took ${Math.round(tookMs)} ms, where an answer takes up to ${Math.round(slowestMs)} ms`,
  )
  return running
}

/** Asks until it is over, and once at least. */
async function slowestAnswerMs(door: Door, everyMs: number, over: AbortSignal): Promise<number> {
  let slowestMs = 0
  do {
    const start = performance.now()
    await door.sendOnce({ path: `${prefix}/version` }).catch(() => {})
    slowestMs = Math.max(slowestMs, performance.now() - start)
    await pause(everyMs, undefined, { signal: over }).catch(() => {})
  } while (!over.aborted)
  return slowestMs
}
