import type { Socket } from 'node:net'
import type { LoadSignals } from '../../../concurrency/load-signals.ts'
import { createRoundRobinByIp } from '../limits/round-robin-by-ip.ts'
import type { AuthenticatedSockets } from './authenticated-sockets.ts'

/** So many begin at a time: as many as so many ms hold, with what goes on behind their beginnings. */
const FEWEST = 4
const MOST = 16
const SLICE_MS = 2
const SHRINKS_TO = 0.7
/**
 * While known ones call the loop then idles, of the time that it worked since (measured: half as much serves strangers of
 * 16 busy connections half as often again, and takes the p99 of others from 17 to 24 ms).
 */
const REST = 1
/** One that has no rest, for what others ask of it, goes on all the same. */
const LONGEST_REST_MS = 8
const LOOK_EVERY_MS = 1
/** A turn of the loop that took no longer had nothing to do; the first one is over before what begins has been read. */
const NOTHING_MS = 0.1
const TURNS = 2

type Loop = Pick<LoadSignals, 'clock' | 'idle'>

/**
 * Where those come in of whom nothing is known. A few begin at a time, the addresses by turns, and the next ones when the
 * event loop has nothing else to do: what those few brought is behind it by then. While known ones call, half of the
 * loop's time is left to them, which they find free; no more, and what waits has the loop that nobody else wants.
 */
export interface AnonymousGate {
  /** Begins it at once, or when it is its turn; never where the connection is closed by then. */
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
    while (group.hasRoom() && !waiting.isEmpty()) {
      const { socket, begin } = waiting.take()
      start(socket, begin)
    }
  }

  return {
    admit(socket, address, begin) {
      if (waiting.isEmpty() && group.hasRoom()) start(socket, begin)
      else waiting.add(address, { socket, begin })
    },
  }
}

/** Those that begin between two rests. */
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
    hasRoom: () => begun < most && usedMs < SLICE_MS,
    run(begin: () => void): void {
      const started = clock()
      if (begun === 0) since = { at: started, idle: idle() }
      begin()
      begun++
      looked = clock()
      usedMs += looked - started
      scheduler = 0
    },
    /** Asked in each turn of the loop. */
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
    /** The next are more where these were little work, and few where nobody waits: what comes first of a flood costs most. */
    end(areMore: boolean): void {
      const workedMs = clock() - since.at - restedMs()
      if (!areMore) most = FEWEST
      else most = workedMs > SLICE_MS ? Math.max(FEWEST, most * SHRINKS_TO) : Math.min(MOST, most + 1)
      begun = 0
      usedMs = 0
    },
  }
}
