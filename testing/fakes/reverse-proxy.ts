import { once } from 'node:events'
import { createServer, type Server as HttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../conformance/stubs/free-port.ts'

export interface ReverseProxy {
  origin: string
  /** The port of the server behind the proxy. */
  port: number
  close(): Promise<void>
}

/**
 * A reverse proxy for a path prefix, which it retains or strips, and for the well-known URIs of its host. The server's
 * port is free when the proxy opens.
 */
export async function createReverseProxy(prefix: string, kind: 'keeping' | 'stripping'): Promise<ReverseProxy> {
  const port = await freePort()
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    const isBelow = url.startsWith(`${prefix}/`)
    if (!isBelow && !url.startsWith('/.well-known/')) return void response.writeHead(502).end()
    const path = isBelow && kind === 'stripping' ? url.slice(prefix.length) : url
    const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.1' }
    // A new connection for each request: reusing one that the server closes as idle would fail.
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
