import { setTimeout as pause } from 'node:timers/promises'

const soonestMs = 50
const latestMs = 1_000

/** Long enough for jobs that run every minute, even if the clock was just set back by a minute. */
const backgroundMs = 200_000

/** How long to wait for something that a server does at once; generous, because the machine may be busy. */
export const patienceMs = 60_000

/**
 * Polls until the condition holds, and returns the last value. Starts with short intervals that grow, so that a slow
 * server is not polled beyond its limits.
 */
export async function until<T>(
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  patienceMs = backgroundMs,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (let waitMs = soonestMs; ; waitMs = Math.min(2 * waitMs, latestMs)) {
    const answer = await ask()
    if (holds(answer) || performance.now() > deadline) return answer
    await pause(waitMs)
  }
}
