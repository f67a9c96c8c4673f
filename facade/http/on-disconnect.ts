import type { Socket } from 'node:net'
import type { OnDisconnect } from '../../concurrency/scheduler.ts'

/** Calls back once the connection is closed, immediately if it already is. */
export const onDisconnect =
  (socket: Socket): OnDisconnect =>
  callback => {
    if (socket.destroyed) callback()
    else socket.once('close', callback)
    return () => void socket.off('close', callback)
  }
