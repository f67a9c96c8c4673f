import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from '../../../concurrency/resource-limits.ts'
import { clientOf } from '../client-address.ts'

/** Each request ahead waits for the close of its connection. */
const LISTENERS = 2 * RESOURCE_LIMITS.pipelined_requests.limit

export interface ConnectionLimits {
  connections: number
  connectionsOfAddress: number
}

interface Connection {
  socket: Socket
  address: string
  /** Its latest answer; none: no request came yet. */
  response: ServerResponse | undefined
  /** Requests that came before their former was answered. */
  ahead: number
}

/** At an idle connection nobody waits for anything, and clients open another as they need one. */
const isIdle = ({ socket, response }: Connection) =>
  !socket.destroyed && (response === undefined || response.writableFinished)

/**
 * Keeps connections within what there are descriptors for, and lets no address take the last of them: the idle one that
 * was used longest ago gives way to a new one.
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

  /** The idle one of these used longest ago, or else the one that came last. */
  function giveWay(own: ReadonlySet<Connection>, latest: Connection, limit: ResourceLimitName): void {
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
    if (own.size > terms.connectionsOfAddress) giveWay(own, connection, 'connections_of_address')
    else if (count > terms.connections) giveWay(largest(byAddress), connection, 'connections')
  })
  http.on('request', ({ socket }, response) => {
    const connection = bySocket.get(socket)
    if (!connection || socket.destroyed) return
    if (isTooHasty(connection, response)) {
      recordRejection('pipelined_requests')
      giveUp(socket)
    }
    // Behind the others: a set keeps the order in which its members came.
    const own = byAddress.get(connection.address)
    if (own?.delete(connection)) own.add(connection)
  })
}

/** What llhttp takes from the callback of a request's headers as the word to read no further (HPE_PAUSED). */
const STOP = 21

/** What was received already would be read on to its end, up to 64 KB: some hundred requests. */
function giveUp(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  socket.destroy()
  if (socket.parser) socket.parser.onIncoming = () => STOP
}

/** Notes one more request; whether it is one too many before its formers are answered. */
function isTooHasty(connection: Connection, response: ServerResponse): boolean {
  connection.ahead = isIdle(connection) ? 0 : connection.ahead + 1
  connection.response = response
  return connection.ahead >= RESOURCE_LIMITS.pipelined_requests.limit
}

const largest = (byAddress: ReadonlyMap<string, ReadonlySet<Connection>>) =>
  [...byAddress.values()].reduce((a, b) => (b.size > a.size ? b : a))
