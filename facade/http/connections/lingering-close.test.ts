import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { createLimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from '../../../concurrency/resource-limits.ts'
import { createLingeringClose } from './lingering-close.ts'

const PIECE = Buffer.alloc(64 * 1024)

/** A server that refuses every body without reading it, and clients that send any bytes. */
async function openRefuser(t: ExecutionContext) {
  let now = 0
  const limitUsage = createLimitUsage()
  const lingering = createLingeringClose(limitUsage, () => now)
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.writeHead(413, { Connection: 'close' }).end('too large')
    lingering.readOn(request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    lingering.stop()
    server.close()
  })
  const begin = async (length: number): Promise<Socket> => {
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    // A half-open client that reads nothing never ends by itself.
    t.teardown(() => client.destroy())
    const before = requests.length
    client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
    while (requests.length === before) await new Promise(setImmediate)
    return client
  }
  return {
    lingering,
    begin,
    requests,
    advance: (ms: number) => (now += ms),
    held: () => Object.fromEntries(limitUsage.used()).lingering,
    rejections: (limit: ResourceLimitName) => limitUsage.rejections.get(limit) ?? 0,
  }
}

/** Resolves once the server has closed the connection. */
const closed = async ({ socket }: IncomingMessage): Promise<void> => {
  if (!socket.closed) await once(socket, 'close')
}

test('a client that sends its whole body first can read the response, and the connection ends', async t => {
  const { begin, held, requests } = await openRefuser(t)
  const client = await begin(32 * PIECE.length)
  for (let piece = 0; piece < 32; piece++) {
    if (!client.write(PIECE)) await once(client, 'drain')
  }
  t.regex(await text(client), /^HTTP.1.1 413 [\s\S]*too large/)
  client.end()
  await closed(requests[0]!)
  while (held() !== 0) await new Promise(setImmediate)
  t.is(held(), 0)
})

test('a client that sends endlessly is cut off, by bytes', async t => {
  const { begin, rejections, requests } = await openRefuser(t)
  const client = await begin(1_000_000_000)
  while (!requests[0]!.socket.destroyed) {
    if (client.destroyed || !client.write(PIECE)) await new Promise(setImmediate)
  }
  t.is(rejections('linger_bytes'), 1)
  t.true(requests[0]!.socket.bytesRead < RESOURCE_LIMITS.linger_bytes.limit + 2 * PIECE.length)
})

test('a client that pauses, or sends slowly, is cut off', async t => {
  const { lingering, begin, advance, rejections, requests } = await openRefuser(t)
  const silent = await begin(PIECE.length)
  advance(RESOURCE_LIMITS.linger_pause.limit + 1)
  lingering.sweep()
  t.is(rejections('linger_pause'), 1)
  await closed(requests[0]!)
  silent.destroy()
  const slow = await begin(PIECE.length)
  while (rejections('linger_time') === 0) {
    const before = requests[1]!.socket.bytesRead
    slow.write('x')
    while (requests[1]!.socket.bytesRead === before) await new Promise(setImmediate)
    advance(RESOURCE_LIMITS.linger_pause.limit)
    lingering.sweep()
  }
  await closed(requests[1]!)
  t.is(rejections('linger_pause'), 1)
})

test('the oldest of many is closed first, and none is left when the server stops', async t => {
  const { lingering, begin, held, rejections, requests } = await openRefuser(t)
  const { limit } = RESOURCE_LIMITS.lingering_of_address
  for (let count = 0; count <= limit; count++) await begin(PIECE.length)
  t.is(rejections('lingering_of_address'), 1)
  t.true(requests[0]!.socket.destroyed)
  t.is(held(), limit)
  lingering.stop()
  t.true(requests.every(({ socket }) => socket.destroyed))
})
