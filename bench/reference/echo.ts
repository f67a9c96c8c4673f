// Bare node:http that returns the request body.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { port = 0 } = JSON.parse(process.argv[2] ?? '{}') as { port?: number }
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 0 ? 'hello' : Buffer.concat(chunks)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    response.end(body)
  })
})
server.listen(port, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
