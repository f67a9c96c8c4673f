import { connect, type Socket } from 'node:net'
import type { Fired, Volley } from './plan.ts'

interface Answer {
  status: number
  length: number
}

/** Sends the requests over `inFlight` kept-alive connections, one at a time on each, and times the answers. */
export async function fire(requests: Buffer[], { port, inFlight, count }: Volley): Promise<Fired> {
  const sockets = await Promise.all(Array.from({ length: inFlight }, () => open(port)))
  const latencies = new Float64Array(count)
  const failures: string[] = []
  let sent = 0
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(sockets.map(work))
  const elapsedMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  for (const socket of sockets) socket.destroy()
  latencies.sort()
  const quantile = (share: number) => latencies[Math.min(count - 1, Math.floor(count * share))]!
  const times = { elapsedMs, p50Ms: quantile(0.5), p99Ms: quantile(0.99), generatorUs: (user + system) / count }
  return { ...times, failed: failures.length, failure: failures[0] ?? '' }

  function work(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let place = -1
      let sentAt = 0
      let received: Buffer | undefined
      function next() {
        place = sent++
        if (place >= count) return resolve()
        sentAt = performance.now()
        socket.write(requests[place % requests.length]!)
      }
      socket.on('data', chunk => {
        received = received ? Buffer.concat([received, chunk]) : chunk
        const answer = readAnswer(received)
        if (!answer) return
        latencies[place] = performance.now() - sentAt
        if (answer.status > 299) failures.push(received.toString('latin1'))
        received = undefined
        next()
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
      next()
    })
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n')

/** The answer that `bytes` hold, once it is complete. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const total = end + HEAD_END.length + Number(length)
    return bytes.length >= total ? { status, length: total } : undefined
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: end + HEAD_END.length }
  return bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END) ? { status, length: bytes.length } : undefined
}
