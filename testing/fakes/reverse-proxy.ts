import { once } from 'node:events'
import { createServer, type Server as HttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../conformance/stubs/free-port.ts'

export interface ReverseProxy {
  origin: string
  /** Where it forwards to. */
  port: number
  close(): Promise<void>
}

/**
 * A reverse proxy for what is below a prefix, which it keeps or strips, and for the well-known places of its host. The
 * port that it forwards to is free when it opens.
 */
export async function createReverseProxy(prefix: string, kind: 'keeping' | 'stripping'): Promise<ReverseProxy> {
  const port = await freePort()
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    const isBelow = url.startsWith(`${prefix}/`)
    if (!isBelow && !url.startsWith('/.well-known/')) return void response.writeHead(502).end()
    const path = isBelow && kind === 'stripping' ? url.slice(prefix.length) : url
    const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.1' }
    // A connection for each request: one that the server closes for idleness would fail the next.
    const outgoing = request({ port, method, path, headers: forwarded, agent: false }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, port, close: () => close(server) }
}

async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
