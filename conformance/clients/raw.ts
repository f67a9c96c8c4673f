import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { patienceMs } from '../until.ts'
import type { HttpClient } from './http.ts'

/** What was received over a separate connection, and whether the server closed it in time. */
type Heard = { text: string; ended: boolean }

/** Sends raw bytes, and reads until the server closes the connection or `timeoutMs` have passed. */
export function sendBytes({ base, localAddress }: HttpClient, bytes: string, timeoutMs = patienceMs): Promise<Heard> {
  const isSecure = base.protocol === 'https:'
  const host = localAddress ? '127.0.0.1' : base.hostname.replace(/^\[|\]$/g, '')
  const port = Number(base.port) || (isSecure ? 443 : 80)
  const socket: Socket = isSecure
    ? connectSecurely({ host, port, servername: host })
    : connect({ host, port, ...(localAddress ? { localAddress } : {}) })
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const finish = (ended: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), ended })
    }
    const timer = setTimeout(() => finish(false), timeoutMs)
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('end', () => finish(true))
    socket.on('close', () => finish(true))
    socket.on('error', error => (chunks.length > 0 ? finish(true) : reject(error)))
    socket.write(bytes, 'latin1')
  })
}
