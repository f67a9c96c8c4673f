import { openByAddress } from './by-address.ts'

/**
 * Requests of connections on which nobody has proven anything yet begin in turn by address, and no more of them in one
 * turn of the event loop than a few milliseconds hold: hundreds may come in at once, and those who are known go past. While
 * such come, the loop is theirs for twice as long after each.
 */
export interface Arrivals {
  /** Begins it at once, or when it is its turn. */
  enter(address: string, begin: () => void): void
}

const SLICE_MS = 2
/** What goes on behind its beginning is not in the slice: no more begin in one, and fewer where a flood has just begun. */
const MOST = 8
const FEWEST = 3
const MORE = 1 / 32
const REST_MS = 2 * SLICE_MS

/** `clock`: ms that only ever grow. */
export function openArrivals(clock: () => number, knownCalledLately: () => boolean): Arrivals {
  const waiting = openByAddress<() => void>()
  let used = 0
  let begun = 0
  let most = FEWEST
  let isScheduled = false

  const hasRoom = () => used < SLICE_MS && begun < most

  function run(begin: () => void): void {
    const started = clock()
    begin()
    begun++
    used += clock() - started
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    if (knownCalledLately()) setTimeout(beginSome, REST_MS)
    else setImmediate(beginSome)
  }

  function beginSome(): void {
    isScheduled = false
    used = 0
    begun = 0
    most = waiting.isEmpty() ? FEWEST : Math.min(MOST, most + MORE)
    while (hasRoom() && !waiting.isEmpty()) run(waiting.take())
    if (!waiting.isEmpty()) schedule()
  }

  return {
    enter(address, begin) {
      schedule()
      if (waiting.isEmpty() && hasRoom()) run(begin)
      else waiting.add(address, begin)
    },
  }
}
