import type { Socket } from 'node:net'

/** Calls back once the connection is closed, also where it is already; answers what ends that. */
export const whenClosed = (socket: Socket) => (leave: () => void) => {
  if (socket.destroyed) leave()
  else socket.once('close', leave)
  return () => void socket.off('close', leave)
}
