// Bare node:http that serves stored bytes and headers for each path.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { answers } = JSON.parse(process.argv[2] ?? '{}') as {
  answers: Record<string, { headers: Record<string, string>; body: string }>
}
const stored = new Map(
  Object.entries(answers).map(([path, { headers, body }]) => [path, { headers, bytes: Buffer.from(body, 'base64') }]),
)
const server = createServer((request, response) => {
  const found = stored.get(request.url ?? '')
  if (!found) return void response.writeHead(404).end()
  response.writeHead(200, { ...found.headers, 'Content-Length': found.bytes.length })
  response.end(found.bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
