import type { Socket } from 'node:net'
import type { LoadSignals } from '../../../concurrency/load-signals.ts'
import { createRoundRobinByIp } from '../limits/round-robin-by-ip.ts'
import type { AuthenticatedSockets } from './connection-limits.ts'

/** Limits how many start per round: as many as take this many ms, including the work they cause. */
const FEWEST = 4
const MOST = 16
const SLICE_MS = 2
const SHRINKS_TO = 0.7
/**
 * Idle time of the loop after each round while authenticated clients are active, as a share of the time it worked
 * (measured: half of it serves anonymous clients on 16 busy connections 1.5 times as often, and increases the p99 of
 * others from 17 to 24 ms).
 */
const REST = 1
/** If the loop is never idle, because others keep it busy, the next round starts after this time anyway. */
const LONGEST_REST_MS = 8
const LOOK_EVERY_MS = 1
/**
 * An iteration of the loop that took no longer was idle; the first one ends before the started connections have been
 * read.
 */
const NOTHING_MS = 0.1
const TURNS = 2

type Loop = Pick<LoadSignals, 'clock' | 'idle'>

/**
 * Admits unauthenticated connections. A few start per round, round-robin by address, and the next round starts when the
 * event loop is idle, which means that the work of the previous one is done. While authenticated clients are active,
 * half of the loop's time is reserved for them; otherwise waiting connections get all the time that nobody else uses.
 */
export interface AnonymousGate {
  /** Starts it immediately, or when it is its turn; never if the connection is closed by then. */
  admit(socket: Socket, address: string, begin: () => void): void
}

export function createAnonymousGate(loop: Loop, { isActive }: Pick<AuthenticatedSockets, 'isActive'>): AnonymousGate {
  const waiting = createRoundRobinByIp<{ socket: Socket; begin: () => void }>()
  const group = openGroup(loop)
  let isWatched = false

  function start(socket: Socket, begin: () => void): void {
    if (socket.destroyed) return
    group.run(begin)
    watch()
  }

  function watch(): void {
    if (isWatched) return
    isWatched = true
    if (isActive()) setTimeout(look, LOOK_EVERY_MS).unref()
    else setImmediate(look)
  }

  function look(): void {
    isWatched = false
    if (!(isActive() ? group.hasRested() : group.isThrough())) return void watch()
    group.end(!waiting.isEmpty())
    while (group.hasCapacity() && !waiting.isEmpty()) {
      const { socket, begin } = waiting.take()
      start(socket, begin)
    }
  }

  return {
    admit(socket, address, begin) {
      if (waiting.isEmpty() && group.hasCapacity()) start(socket, begin)
      else waiting.add(address, { socket, begin })
    },
  }
}

/** Those that start between two idle periods. */
function openGroup({ clock, idle }: Loop) {
  let most = FEWEST
  let begun = 0
  let usedMs = 0
  let since = { at: 0, idle: 0 }
  let scheduler = 0
  let looked = 0
  const isLong = (now: number) => now - since.at >= LONGEST_REST_MS
  const restedMs = () => idle() - since.idle
  return {
    hasCapacity: () => begun < most && usedMs < SLICE_MS,
    run(begin: () => void): void {
      const started = clock()
      if (begun === 0) since = { at: started, idle: idle() }
      begin()
      begun++
      looked = clock()
      usedMs += looked - started
      scheduler = 0
    },
    /** Evaluated in each iteration of the loop. */
    isThrough(): boolean {
      const took = clock() - looked
      looked += took
      return (++scheduler >= TURNS && took < NOTHING_MS) || isLong(looked)
    },
    hasRested(): boolean {
      const took = clock() - since.at
      const rested = restedMs()
      return isLong(clock()) || rested > REST * (took - rested)
    },
    /**
     * The next round is larger if this one was little work, and small if nobody waits: the start of a flood is the most
     * expensive part.
     */
    end(areMore: boolean): void {
      const workedMs = clock() - since.at - restedMs()
      if (!areMore) most = FEWEST
      else most = workedMs > SLICE_MS ? Math.max(FEWEST, most * SHRINKS_TO) : Math.min(MOST, most + 1)
      begun = 0
      usedMs = 0
    },
  }
}
