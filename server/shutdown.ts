import type { Server } from 'node:http'

const DRAIN_MS = 8_000
const SWEEP_MS = 50

/** Takes no new connection, lets requests in flight finish, and ends what is left after 8 s. */
export function drain(http: Server): Promise<void> {
  return new Promise(resolve => {
    const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS)
    const end = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
    http.close(() => {
      clearInterval(sweep)
      clearTimeout(end)
      resolve()
    })
  })
}
