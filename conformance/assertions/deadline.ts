import { ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpClient } from '../clients/http.ts'
import { prefix } from '../clients/rest.ts'

/** The deadline grows with the server's slowest answer by this factor. */
const leniency = 20
const samples = 10

/**
 * Runs what an idle server finishes within `ms`; the deadline is extended by the time the server currently needs for
 * any answer, because a busy machine is slower at everything.
 */
export async function within<T>(http: HttpClient, ms: number, what: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const over = new AbortController()
  const running = run().finally(() => over.abort())
  const [, slowestMs] = await Promise.all([running, slowestAnswerMs(http, ms / samples, over.signal)])
  const tookMs = performance.now() - start
  ok(
    tookMs <= ms + leniency * slowestMs,
    `${what} took ${Math.round(tookMs)} ms, where an answer takes up to ${Math.round(slowestMs)} ms`,
  )
  return running
}

/** Polls until the deadline, but at least once. */
async function slowestAnswerMs(http: HttpClient, everyMs: number, over: AbortSignal): Promise<number> {
  let slowestMs = 0
  do {
    const start = performance.now()
    await http.sendOnce({ path: `${prefix}/version` }).catch(() => {})
    slowestMs = Math.max(slowestMs, performance.now() - start)
    await pause(everyMs, undefined, { signal: over }).catch(() => {})
  } while (!over.aborted)
  return slowestMs
}
