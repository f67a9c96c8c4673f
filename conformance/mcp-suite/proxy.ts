import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

/** A loopback proxy that adds the Authorization header; everything else passes as it came. */
export async function openProxy(target: URL, token: string): Promise<{ url: string; close: () => void }> {
  const { request } = target.protocol === 'https:' ? https : http
  const server = http.createServer((incoming, response) => {
    const own = new RegExp(`(localhost|127\\.0\\.0\\.1):${port}$`)
    // A foreign Host or Origin is what some scenarios are about; only the proxy's own name is replaced.
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    for (const name of ['host', 'origin'] as const) {
      if (headers[name]) headers[name] = headers[name].replace(own, target.host)
    }
    const path = target.pathname.replace(/\/$/, '') + incoming.url
    const outgoing = request({ hostname: target.hostname, port: target.port, method: incoming.method, path, headers })
    outgoing.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/mcp`, close: () => server.close() }
}
