import { setTimeout as pause } from 'node:timers/promises'
import type { HerdTerms, Poll } from './plan.ts'
import { sendAlone } from './volley.ts'

/** The delay before a request without a response is repeated. */
const AGAIN_MS = 1_000
const TICK_MS = 5

/** Sends polls when they are due, independent of each other; a rejected poll is repeated until it succeeds. */
export async function drive(requests: Buffer[], { port, perSecond, addresses }: HerdTerms): Promise<Poll[]> {
  const polls: Poll[] = []
  const started = performance.now()
  const last = started + (requests.length / perSecond) * 1_000

  async function poll(index: number): Promise<void> {
    while (performance.now() < last) {
      const sent = performance.now()
      const status = await sendAlone(port, index % addresses, requests[index]!).catch(() => undefined)
      const isServed = status !== undefined && status < 300
      polls.push({ at: sent - started, ms: isServed ? performance.now() - sent : null })
      if (isServed) return
      await pause(AGAIN_MS)
    }
  }

  const all: Promise<void>[] = []
  while (all.length < requests.length) {
    const due = Math.min(requests.length, ((performance.now() - started) * perSecond) / 1_000)
    while (all.length < due) all.push(poll(all.length))
    await pause(TICK_MS)
  }
  await Promise.all(all)
  return polls
}
