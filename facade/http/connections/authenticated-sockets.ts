import type { Socket } from 'node:net'

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
