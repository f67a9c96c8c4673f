import type { Socket } from 'node:net'

/** Who calls ten times a second and more is there in between, too. */
const LATELY_MS = 100

/** Connections on which somebody has proven who they are: they go past those on which nobody has. */
export interface AuthenticatedSockets {
  add(socket: Socket): void
  /** Whether it is one of them; notes that it calls. */
  touch(socket: Socket): boolean
  isActive(): boolean
}

/** `clock`: ms that only ever grow. */
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
