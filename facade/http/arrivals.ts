/**
 * Requests of connections on which nobody has proven anything yet begin in turn by address, and no more of them in one
 * turn of the event loop than a few milliseconds hold: hundreds may come in at once, and those who are known go past.
 */
export interface Arrivals {
  /** Begins it at once, or when it is its turn. */
  enter(address: string, begin: () => void): void
}

const SLICE_MS = 2

/** `clock`: ms that only ever grow. */
export function openArrivals(clock: () => number): Arrivals {
  const waiting = new Map<string, (() => void)[]>()
  let used = 0
  let isScheduled = false

  function run(begin: () => void): void {
    const started = clock()
    begin()
    used += clock() - started
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      used = 0
      while (used < SLICE_MS && waiting.size > 0) run(next(waiting))
      if (waiting.size > 0) schedule()
    })
  }

  return {
    enter(address, begin) {
      schedule()
      if (waiting.size === 0 && used < SLICE_MS) return run(begin)
      const own = waiting.get(address)
      if (own) own.push(begin)
      else waiting.set(address, [begin])
    },
  }
}

/** The oldest of the address whose turn it is, which then stands behind the others. */
function next(waiting: Map<string, (() => void)[]>): () => void {
  const [address, own] = waiting.entries().next().value!
  const begin = own.shift()!
  waiting.delete(address)
  if (own.length > 0) waiting.set(address, own)
  return begin
}
