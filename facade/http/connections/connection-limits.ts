import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from '../../../concurrency/resource-limits.ts'
import { clientOf } from '../client-address.ts'

/** Each request that is ahead adds a listener for the close of its connection. */
const LISTENERS = 2 * RESOURCE_LIMITS.pipelined_requests.limit

export interface ConnectionLimits {
  connections: number
  connectionsOfAddress: number
}

interface Connection {
  socket: Socket
  address: string
  /** Its latest response; absent before the first request. */
  response: ServerResponse | undefined
  /** Pipelined requests that have no response yet. */
  ahead: number
}

/** Closing an idle connection interrupts nothing, and clients open another as they need one. */
const isIdle = ({ socket, response }: Connection) =>
  !socket.destroyed && (response === undefined || response.writableFinished)

/**
 * Keeps the number of connections within the available file descriptors, and prevents any single address from using the
 * last ones: the least recently used idle connection is closed for a new one.
 */
export function limitConnections(
  http: Server,
  terms: ConnectionLimits,
  { watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>,
): void {
  const byAddress = new Map<string, Set<Connection>>()
  const bySocket = new WeakMap<Socket, Connection>()
  let count = 0
  watch('connections', () => count)

  function leave(connection: Connection, own: Set<Connection>): void {
    if (own.delete(connection)) count--
    if (own.size === 0) byAddress.delete(connection.address)
  }

  /** The least recently used idle one of these, or else the newest. */
  function evictIdle(own: ReadonlySet<Connection>, latest: Connection, limit: ResourceLimitName): void {
    recordRejection(limit)
    for (const connection of own) {
      if (connection === latest || !isIdle(connection)) continue
      return void connection.socket.destroy()
    }
    latest.socket.destroy()
  }

  http.on('connection', (socket: Socket) => {
    socket.setMaxListeners(LISTENERS)
    const address = clientOf(socket.remoteAddress ?? '')
    const connection: Connection = { socket, address, response: undefined, ahead: 0 }
    const own = byAddress.get(address) ?? new Set()
    byAddress.set(address, own.add(connection))
    bySocket.set(socket, connection)
    count++
    socket.once('close', () => leave(connection, own))
    if (own.size > terms.connectionsOfAddress) evictIdle(own, connection, 'connections_of_address')
    else if (count > terms.connections) evictIdle(largest(byAddress), connection, 'connections')
  })
  http.on('request', ({ socket }, response) => {
    const connection = bySocket.get(socket)
    if (!connection || socket.destroyed) return
    if (isTooHasty(connection, response)) {
      recordRejection('pipelined_requests')
      giveUp(socket)
    }
    // Moves it to the end: a set preserves insertion order.
    const own = byAddress.get(connection.address)
    if (own?.delete(connection)) own.add(connection)
  })
}

/** The value with which llhttp's header callback pauses parsing (HPE_PAUSED). */
const STOP = 21

/**
 * Without the pause, data that was already received, up to 64 KB or some hundred requests, would be parsed to its end.
 */
function giveUp(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  socket.destroy()
  if (socket.parser) socket.parser.onIncoming = () => STOP
}

/** Records a pipelined request; returns whether it exceeds the limit. */
function isTooHasty(connection: Connection, response: ServerResponse): boolean {
  connection.ahead = isIdle(connection) ? 0 : connection.ahead + 1
  connection.response = response
  return connection.ahead >= RESOURCE_LIMITS.pipelined_requests.limit
}

const largest = (byAddress: ReadonlyMap<string, ReadonlySet<Connection>>) =>
  [...byAddress.values()].reduce((a, b) => (b.size > a.size ? b : a))

/** A client that sends ten requests a second or more counts as active between them. */
const LATELY_MS = 100

/** Connections with an authenticated client: they bypass the gate for anonymous ones. */
export interface AuthenticatedSockets {
  add(socket: Socket): void
  /** Whether the connection is authenticated; records its activity. */
  touch(socket: Socket): boolean
  isActive(): boolean
}

/** `clock`: monotonic ms. */
export function createAuthenticatedSockets(clock: () => number): AuthenticatedSockets {
  const sockets = new WeakSet<Socket>()
  let calledAt = Number.NEGATIVE_INFINITY
  return {
    add: socket => void sockets.add(socket),
    touch(socket) {
      const isKnown = sockets.has(socket)
      if (isKnown) calledAt = clock()
      return isKnown
    },
    isActive: () => clock() - calledAt < LATELY_MS,
  }
}
