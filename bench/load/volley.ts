import { connect, type Socket } from 'node:net'
import type { Fired, Volley } from './plan.ts'

interface Answer {
  status: number
  length: number
}

/**
 * Sends the requests over `inFlight` keep-alive connections, one at a time on each, and times the responses; with
 * several addresses, each request uses a new connection, with as many in flight.
 */
export async function fire(requests: Buffer[], { port, inFlight, count, spread }: Volley): Promise<Fired> {
  const sockets = spread ? [] : await Promise.all(Array.from({ length: inFlight }, () => open(port)))
  const latencies = new Float64Array(count)
  const failures: string[] = []
  let sent = 0
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(spread ? Array.from({ length: inFlight }, () => workFrom(spread)) : sockets.map(work))
  const elapsedMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  for (const socket of sockets) socket.destroy()
  const generatorUs = (user + system) / count
  return { elapsedMs, ...quantilesOf(latencies), generatorUs, failed: failures.length, failure: failures[0] ?? '' }

  async function workFrom(addresses: number): Promise<void> {
    for (let index = sent++; index < count; index = sent++) {
      const sentAt = performance.now()
      const status = await sendAlone(port, index % addresses, requests[index % requests.length]!)
      latencies[index] = performance.now() - sentAt
      if (status > 299) failures.push(`HTTP/1.1 ${status}`)
    }
  }

  function work(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let index = -1
      let sentAt = 0
      let received: Buffer | undefined
      function next() {
        index = sent++
        if (index >= count) return resolve()
        sentAt = performance.now()
        socket.write(requests[index % requests.length]!)
      }
      socket.on('data', chunk => {
        received = received ? Buffer.concat([received, chunk]) : chunk
        const answer = readAnswer(received)
        if (!answer) return
        latencies[index] = performance.now() - sentAt
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

function quantilesOf(latencies: Float64Array): Pick<Fired, 'p50Ms' | 'p99Ms'> {
  const sorted = latencies.toSorted()
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** On Linux, all of 127.0.0.0/8 is the loopback interface. */
const addressOf = (index: number) => `127.1.${index >> 8}.${index & 255}`

/** The response status of a request over a new connection, from the address with this index. */
export function sendAlone(port: number, index: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = { localAddress: addressOf(index), noDelay: true }
    const socket = connect({ port, host: '127.0.0.1', ...from }, () => socket.write(request))
    let received: Buffer = Buffer.alloc(0)
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      const answer = readAnswer(received)
      if (!answer) return
      resolve(answer.status)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n')

/** The response in `bytes`, once it is complete. */
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
