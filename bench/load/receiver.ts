// The webhook receiver: HTTPS in a separate process, which reports each delivery with its time and responds, except at
// the configured paths.
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Arrived, ReceiverAddress } from '../hooks.ts'

const { key, cert, port, address, other } = JSON.parse(process.argv[2] ?? '{}') as ReceiverAddress
let hanging = new Set<string>()
const held = new Set<ServerResponse>()

const openServer = () =>
  createServer({ key, cert }, async (request, response) => {
    const text = (await buffer(request)).toString()
    const path = request.url ?? ''
    if (hanging.has(path)) {
      held.add(response)
      response.once('close', () => held.delete(response))
      return
    }
    const at = performance.timeOrigin + performance.now()
    process.send?.({ path, headers: request.headers, text, at } satisfies Arrived)
    response.writeHead(204).end()
  })
const servers = [port, other.port].map(to => {
  const server = openServer()
  server.on('tlsClientError', () => {})
  return new Promise<void>(resolve => server.listen(to, address, resolve))
})
process.on('message', (paths: string[]) => {
  hanging = new Set(paths)
  for (const response of held) response.destroy()
})
process.on('disconnect', () => process.exit())
await Promise.all(servers)
process.send?.('listening')
