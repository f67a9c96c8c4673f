import { setTimeout as pause } from 'node:timers/promises'

const soonestMs = 50
const latestMs = 1_000

/** Work of every minute is done by then, also where the clock was set back by a minute just now. */
const backgroundMs = 200_000

/** How long something is waited for that a server does at once: also one that is as busy as its machine is slow. */
export const patienceMs = 60_000

/**
 * What is asked for, once it holds, or as it was last: what a server does in the background it tells nobody of. Asks again
 * at once, then ever more seldom, so that a slow server is not asked beyond its limits.
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
