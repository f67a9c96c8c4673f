import type { Server } from 'node:http'

const DRAIN_MS = 8_000
const SWEEP_MS = 50

/** Stops accepting connections, waits for requests in flight, and closes what is left after 8 s. */
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
