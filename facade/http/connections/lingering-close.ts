import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from '../../../concurrency/resource-limits.ts'
import { clientOf } from '../client-address.ts'
import { detachBuffer } from '../request-body.ts'

const SWEEP_EVERY_MS = 1_000

interface Lingerer {
  socket: Socket
  address: string
  since: number
  /** Bytes read of the connection before, and at the last check. */
  from: number
  read: number
  latest: number
}

export interface LingeringClose {
  /**
   * Reads and discards what a client still sends of a request that already has its response: closing a connection with
   * unread bytes would reset it, and lose the response (HTTP-57). Ends with the request, or when the client closes.
   */
  readOn(request: IncomingMessage): void
  /** The same for data that is not a request. */
  add(socket: Socket): void
  has(socket: Socket): boolean
  /** Closes those that take too long; called every second. */
  sweep(): void
  stop(): void
}

/** `clock`: monotonic ms. */
export function createLingeringClose(
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  clock: () => number,
): LingeringClose {
  const { add, sockets, boundBytes, sweep } = createLingererSet(limitUsage, clock)
  const timer = setInterval(sweep, SWEEP_EVERY_MS)
  timer.unref()
  return {
    readOn(request) {
      const { socket } = request
      add(socket)
      // Node would close the connection after its last response, and reset it if there are unread bytes.
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
    add,
    has: socket => sockets.has(socket),
    sweep,
    stop() {
      clearInterval(timer)
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

/** Lingering connections, in order of arrival, each within its limits. */
function createLingererSet(
  { watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  clock: () => number,
) {
  const sockets = new Map<Socket, Lingerer>()
  watch('lingering', () => sockets.size)

  function cut({ socket }: Lingerer, limit: ResourceLimitName): void {
    recordRejection(limit)
    socket.destroy()
    sockets.delete(socket)
  }

  function evictOverLimit({ address }: Lingerer): void {
    const own = [...sockets.values()].filter(other => other.address === address)
    if (own.length > RESOURCE_LIMITS.lingering_of_address.limit) cut(own[0]!, 'lingering_of_address')
    const [oldest] = sockets.values()
    if (oldest && sockets.size > RESOURCE_LIMITS.lingering.limit) cut(oldest, 'lingering')
  }

  function add(socket: Socket): void {
    if (sockets.has(socket)) return
    const [now, read] = [clock(), socket.bytesRead]
    const address = clientOf(socket.remoteAddress ?? '')
    const lingerer = { socket, address, since: now, from: read, read, latest: now }
    sockets.set(socket, lingerer)
    socket.once('close', () => sockets.delete(socket))
    evictOverLimit(lingerer)
  }

  function boundBytes(socket: Socket): void {
    const lingerer = sockets.get(socket)
    if (lingerer && socket.bytesRead - lingerer.from > RESOURCE_LIMITS.linger_bytes.limit) cut(lingerer, 'linger_bytes')
  }

  function sweep(): void {
    const now = clock()
    for (const lingerer of sockets.values()) {
      const { bytesRead } = lingerer.socket
      if (bytesRead > lingerer.read) Object.assign(lingerer, { read: bytesRead, latest: now })
      if (now - lingerer.latest > RESOURCE_LIMITS.linger_pause.limit) cut(lingerer, 'linger_pause')
      else if (now - lingerer.since > RESOURCE_LIMITS.linger_time.limit) cut(lingerer, 'linger_time')
      else boundBytes(lingerer.socket)
    }
  }

  return { sockets, add, boundBytes, sweep }
}
