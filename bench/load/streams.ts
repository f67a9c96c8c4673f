import { connect, type Socket } from 'node:net'

const AT_ONCE = 256
const HEAD_END = '\r\n\r\n'

/** Called for each server-sent event, with the arrival time of its last byte in ms. */
export type OnEvent = (stream: number, event: string, at: number) => void

/** Opens an SSE stream for each request; the streams stay open until `close`. */
export async function openStreams(port: number, requests: readonly string[], onEvent: OnEvent = () => {}) {
  const sockets: Socket[] = []
  let next = 0
  async function work() {
    while (next < requests.length) {
      const n = next++
      sockets.push(await openStream(port, requests[n]!, (event, at) => onEvent(n, event, at)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { close: () => sockets.forEach(socket => void socket.destroy()) }
}

/** Resolves with the response head. */
function openStream(port: number, request: string, onEvent: (event: string, at: number) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request))
    let text = ''
    let isOpen = false
    socket.setEncoding('utf8')
    socket.on('data', (more: string) => {
      text += more
      if (!isOpen) {
        const end = text.indexOf(HEAD_END)
        if (end < 0) return
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`no stream: ${text}`))
        isOpen = true
        text = text.slice(end + HEAD_END.length)
        resolve(socket)
      }
      const at = performance.now()
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events) onEvent(event, at)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a stream')))
  })
}
