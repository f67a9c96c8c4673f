import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { openByAddress } from '../by-address.ts'
import { clientOf } from '../client-address.ts'

/** So many new connections are read at a time. */
const GROUP = 4
/** Then the loop idles, of the time that it worked since: a process that does nothing else works two thirds of its time. */
const REST = 1 / 2
/** One that has no rest, for what others ask of it, reads on all the same. */
const LONGEST_REST_MS = 8
const LOOK_EVERY_MS = 1

export interface Loop {
  /** ms that only ever grow. */
  clock(): number
  /** Those of them in which there was nothing to do. */
  idle(): number
}

export const eventLoop = (clock: () => number): Loop => ({ clock, idle: () => performance.eventLoopUtilization().idle })

/**
 * New connections are read in turn by address. One costs more than a request of those who are there: it is set up, brings
 * up to 64 KB before anything of it can be judged, is refused and ended; and three times that in the first second of such,
 * as V8 has compiled nothing of it. So while ones who are known call, the loop idles between a few and the next; what new
 * ones sent waits in the system's buffers, not in this process (measured: of 2,500 half bodies the p99 of others falls from
 * 37 to 18 ms, and memory grows by a third less). What waits for 10 s ends as a request that did not arrive.
 */
export function paceNewcomers(http: Server, { clock, idle }: Loop, knownCalledLately: () => boolean): void {
  const waiting = openByAddress<Socket>()
  let begun = 0
  let group = { since: 0, idle: 0 }
  let isWatched = false

  function hasRested(): boolean {
    const took = clock() - group.since
    const rested = idle() - group.idle
    return took >= LONGEST_REST_MS || rested > REST * (took - rested) || !knownCalledLately()
  }

  function read(socket: Socket): void {
    if (socket.destroyed) return
    if (begun === 0) group = { since: clock(), idle: idle() }
    begun++
    socket.resume()
    watch()
  }

  function watch(): void {
    if (isWatched) return
    isWatched = true
    if (knownCalledLately()) setTimeout(look, LOOK_EVERY_MS).unref()
    else setImmediate(look)
  }

  function look(): void {
    isWatched = false
    if (hasRested()) begun = 0
    else watch()
    while (begun < GROUP && !waiting.isEmpty()) read(waiting.take())
  }

  // Of a server for HTTP there is no option for it; it is one of `net.Server`, which reads it as connections come.
  Object.assign(http, { pauseOnConnect: true })
  http.on('connection', (socket: Socket) => {
    if (waiting.isEmpty() && begun < GROUP) read(socket)
    else waiting.add(clientOf(socket.remoteAddress ?? ''), socket)
  })
}
