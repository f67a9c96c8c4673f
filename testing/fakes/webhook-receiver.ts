import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'

export interface ReceivedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export type RequestResponder = (response: ServerResponse, request: ReceivedRequest) => void

/** An HTTPS receiver on this machine that responds with `answer` and stores the requests. */
export async function createWebhookReceiver(
  certificate: { key: string; cert: string },
  answer: RequestResponder = accept,
) {
  const received: ReceivedRequest[] = []
  const sockets = new Set<TLSSocket>()
  let connections = 0
  let bytesWritten = 0
  let waiting: { count: number; resolve: () => void }[] = []
  const server = createServer(certificate, async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const delivery = { path: request.url ?? '', headers: request.headers, body }
    received.push(delivery)
    answer(response, delivery)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    waiting = waiting.filter(({ count }) => received.length < count)
  })
  server.on('tlsClientError', () => {})
  server.on('secureConnection', socket => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      bytesWritten += socket.bytesWritten
      sockets.delete(socket)
      if (sockets.size === 0) server.emit('deserted')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    /** Resolves once no connection is open, with the number of bytes read from all of them. */
    async allClosed() {
      while (sockets.size > 0) await once(server, 'deserted')
      return bytesWritten
    },
    until: (count: number) =>
      new Promise<void>(resolve => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof createWebhookReceiver>>

const accept: RequestResponder = response => response.writeHead(204).end()
