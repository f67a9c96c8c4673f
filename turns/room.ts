import { openBest } from './best.ts'
import { BUDGETS } from './budgets.ts'
import type { Means } from './means.ts'

/** Where calls of others are under way, and where there are none. */
const AT_LEAST_BESIDE = 1
const AT_LEAST = 2
const MOST = BUDGETS.turns_further.limit
/** So much longer than the best of its kind a call may take: that long the others under way may keep it. */
const PATIENCE_MS = 4
const GROWS_BY = 1
const SHRINKS_TO = 0.7
/** A call that takes longer waits for something: it leaves its place to others. */
const LONGEST_MS = 200
/** An event loop that idles for less has no time. */
const IDLE = 0.1
const LOOK_EVERY_MS = 5

interface Place {
  since: number
  weight: number
}

/**
 * How much may be under way beyond one call of each client. Whether there is time for more is told by the calls: as long
 * as they take what they take at best, it lets in more, and less where they wait for one another. So it is found out in a
 * few milliseconds what the machine can do, and nobody waits but behind work.
 */
export function openRoom(means: Means) {
  const { clock } = means
  const places = openPlaces()
  const { isPrompt, isBusy } = openJudge(means)
  let size: number = AT_LEAST
  let shrunkAt = Number.NEGATIVE_INFINITY

  return {
    calls: places.count,
    has(weight: number, isBeside: boolean): boolean {
      places.leaveLong(clock())
      return places.count() < (isBeside ? AT_LEAST_BESIDE : AT_LEAST) || places.load() + weight <= size
    },
    /** Answers what ends it. */
    take: places.take,
    /** Learns from a call, whosever it was, while it still has its place. */
    learn(what: string, since: number, now: number): void {
      const ms = now - since
      if (isPrompt(what, ms, now)) {
        if (places.load() > size / 2) size = Math.min(MOST, size + GROWS_BY)
        return
      }
      // It waited for something, but for no other call.
      if (ms >= LONGEST_MS && !isBusy(now)) return
      // Of all that were under way at the time one tells it.
      if (since < shrunkAt) return
      size = Math.max(AT_LEAST, size * SHRINKS_TO)
      shrunkAt = now
    },
  }
}

function openPlaces() {
  const places = new Set<Place>()
  let load = 0

  function leave(place: Place): void {
    if (!places.delete(place)) return
    // Sums of fractions may leave a rest.
    load = places.size === 0 ? 0 : load - place.weight
  }

  return {
    count: () => places.size,
    load: () => load,
    take(weight: number, since: number): () => void {
      const place = { since, weight }
      places.add(place)
      load += weight
      return () => leave(place)
    },
    leaveLong(now: number): void {
      for (const place of places) {
        if (now - place.since < LONGEST_MS) return
        leave(place)
      }
    },
  }
}

function openJudge(means: Means) {
  const best = openBest()
  const isLoopBusy = openLoopGauge(means)
  const isBusy = (now: number) => isLoopBusy(now) || means.isDatabaseBusy()
  return {
    /** Whether calls keep the process busy, or PostgreSQL. */
    isBusy,
    /** Whether a call took no longer than such ones do at best, or than the machine let it. */
    isPrompt(what: string, ms: number, now: number): boolean {
      const least = best.of(what, ms, now)
      if (ms <= least + PATIENCE_MS) return true
      // Where others want the machine, and these calls do not keep it busy, fewer of them would not be quicker.
      return !isBusy(now) && ms <= least * means.slowdown() + PATIENCE_MS
    },
  }
}

function openLoopGauge({ clock, idle }: Means): (now: number) => boolean {
  let last = { at: clock(), idle: idle() }
  let isBusy = false
  return now => {
    const took = now - last.at
    if (took < LOOK_EVERY_MS) return isBusy
    const next = { at: now, idle: idle() }
    isBusy = next.idle - last.idle < IDLE * took
    last = next
    return isBusy
  }
}
