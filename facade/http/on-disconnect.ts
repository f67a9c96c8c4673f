import type { Socket } from 'node:net'
import type { OnDisconnect } from '../../concurrency/scheduler.ts'

/** Calls back once the connection is closed, at once if it is already. */
export const onDisconnect =
  (socket: Socket): OnDisconnect =>
  callback => {
    if (socket.destroyed) callback()
    else socket.once('close', callback)
    return () => void socket.off('close', callback)
  }
