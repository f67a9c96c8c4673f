import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from '../../../concurrency/resource-limits.ts'
import { clientOf } from '../client-address.ts'
import { detachBuffer } from '../request-body.ts'

const LOOK_EVERY_MS = 1_000

interface Lingerer {
  socket: Socket
  address: string
  since: number
  /** What was read of the connection before, and until it was last looked at. */
  from: number
  read: number
  latest: number
}

export interface LingeringClose {
  /**
   * Reads on what a client still sends of a request that is answered already, and throws it away: a connection that closes on
   * unread bytes is reset, and the answer with it (HTTP-57). It ends with the request, or where the client ends it.
   */
  readOn(request: IncomingMessage): void
  /** The same of what is no request. */
  keep(socket: Socket): void
  has(socket: Socket): boolean
  /** Ends those that take too long; happens every second. */
  sweep(): void
  stop(): void
}

/** `clock`: ms that only ever grow. */
export function createLingeringClose(
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  clock: () => number,
): LingeringClose {
  const { keep, kept, boundBytes, sweep } = openKept(limitUsage, clock)
  const timer = setInterval(sweep, LOOK_EVERY_MS)
  timer.unref()
  return {
    readOn(request) {
      const { socket } = request
      keep(socket)
      // Node would close the connection behind its last answer, which resets it where bytes lie unread.
      socket.destroySoon = () => void socket.end()
      request.on('data', (chunk: Buffer) => {
        detachBuffer(chunk)
        boundBytes(socket)
      })
      request.once('end', () => {
        if (socket.writableFinished) socket.destroy()
        else socket.once('finish', () => socket.destroy())
      })
      request.resume()
    },
    keep,
    has: socket => kept.has(socket),
    sweep,
    stop() {
      clearInterval(timer)
      for (const socket of kept.keys()) socket.destroy()
    },
  }
}

/** Connections that are read on, in the order in which they came, each within its bounds. */
function openKept({ watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>, clock: () => number) {
  const kept = new Map<Socket, Lingerer>()
  watch('lingering', () => kept.size)

  function cut({ socket }: Lingerer, limit: ResourceLimitName): void {
    recordRejection(limit)
    socket.destroy()
    kept.delete(socket)
  }

  function makeRoom({ address }: Lingerer): void {
    const own = [...kept.values()].filter(other => other.address === address)
    if (own.length > RESOURCE_LIMITS.lingering_of_address.limit) cut(own[0]!, 'lingering_of_address')
    const [oldest] = kept.values()
    if (oldest && kept.size > RESOURCE_LIMITS.lingering.limit) cut(oldest, 'lingering')
  }

  function keep(socket: Socket): void {
    if (kept.has(socket)) return
    const [now, read] = [clock(), socket.bytesRead]
    const address = clientOf(socket.remoteAddress ?? '')
    const lingerer = { socket, address, since: now, from: read, read, latest: now }
    kept.set(socket, lingerer)
    socket.once('close', () => kept.delete(socket))
    makeRoom(lingerer)
  }

  function boundBytes(socket: Socket): void {
    const lingerer = kept.get(socket)
    if (lingerer && socket.bytesRead - lingerer.from > RESOURCE_LIMITS.linger_bytes.limit) cut(lingerer, 'linger_bytes')
  }

  function sweep(): void {
    const now = clock()
    for (const lingerer of kept.values()) {
      const { bytesRead } = lingerer.socket
      if (bytesRead > lingerer.read) Object.assign(lingerer, { read: bytesRead, latest: now })
      if (now - lingerer.latest > RESOURCE_LIMITS.linger_pause.limit) cut(lingerer, 'linger_pause')
      else if (now - lingerer.since > RESOURCE_LIMITS.linger_time.limit) cut(lingerer, 'linger_time')
      else boundBytes(lingerer.socket)
    }
  }

  return { kept, keep, boundBytes, sweep }
}
