import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createLimitUsage, RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { createSlowReaders } from './slow-readers.ts'

// More than the kernel buffers for a client that does not read.
const LARGE = 'x'.repeat(6_000_000)

/** A server with large responses, and clients that do not read theirs. */
async function openServer(t: ExecutionContext) {
  let now = 0
  const limitUsage = createLimitUsage()
  const unread = createSlowReaders(limitUsage, () => now)
  let answered = 0
  const server = createServer((request, response) => {
    const [, address = '', agent] = (request.url ?? '').split('/')
    response.end(address === 'small' ? 'fine' : LARGE)
    unread.watch(request, response, { address, agent })
    answered++
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients: Socket[] = []
  t.teardown(() => {
    unread.stop()
    for (const client of clients) client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const connections = new Map<Socket, Socket>()
  server.on('connection', (socket: Socket) => {
    const client = clients.find(({ localPort }) => localPort === socket.remotePort)
    if (client) connections.set(client, socket)
  })
  return {
    unread,
    limitUsage,
    used: () => Object.fromEntries(limitUsage.used()).unread_bytes ?? 0,
    advance: (ms: number) => (now += ms),
    isCut: (client: Socket) => connections.get(client)?.destroyed === true,
    async ask(path: string, times = 1): Promise<Socket> {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      clients.push(client)
      await once(client, 'connect')
      const before = answered
      client.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
      while (answered < before + times) await new Promise(setImmediate)
      return client
    },
  }
}

test('a response that was read is no longer counted', async t => {
  const { ask, used } = await openServer(t)
  await ask('/small/ann')
  t.is(used(), 0)
  const client = await ask('/a/ann')
  t.true(used() >= LARGE.length)
  client.resume()
  while (used() > 0) await new Promise(setImmediate)
  t.pass()
})

test('if an agent has too many unread responses the oldest ends, and none of other agents', async t => {
  const { ask, isCut, used, limitUsage } = await openServer(t)
  const ben = await ask('/a/ben')
  const first = await ask('/a/ann')
  const second = await ask('/a/ann')
  t.true(isCut(first))
  t.false(isCut(second))
  t.false(isCut(ben))
  t.true(used() < 3 * LARGE.length)
  t.is(limitUsage.rejections.get('unread_bytes_of_agent'), 1)
})

test('an address and the process have limits too', async t => {
  const { ask, isCut, used } = await openServer(t)
  const other = await ask('/b')
  const fit = Math.floor(RESOURCE_LIMITS.unread_bytes_of_address.limit / LARGE.length)
  const own: Socket[] = []
  for (let i = 0; i <= fit; i++) own.push(await ask('/a'))
  t.deepEqual(
    own.map(isCut),
    own.map((_, index) => index === 0),
  )
  t.false(isCut(other))
  for (let i = 0; used() + LARGE.length <= RESOURCE_LIMITS.unread_bytes.limit; i++) await ask(`/address-${i}`)
  await ask('/c')
  t.true(isCut(other), 'it waited for longest')
  t.true(used() <= RESOURCE_LIMITS.unread_bytes.limit)
})

test('responses that wait behind one another on a connection are all counted, and end with it', async t => {
  const { ask, used, advance, unread, isCut } = await openServer(t)
  const client = await ask('/a')
  const one = used()
  client.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n')
  while (used() < 2 * one) await new Promise(setImmediate)
  advance(RESOURCE_LIMITS.unread_time.limit + 1)
  unread.sweep()
  t.true(isCut(client))
  t.is(used(), 0)
})

test('they are no longer counted once it is closed', async t => {
  const { ask, used, isCut } = await openServer(t)
  const client = await ask('/a/ann', 2)
  t.true(used() > LARGE.length)
  client.destroy()
  while (!isCut(client)) await new Promise(setImmediate)
  await new Promise(setImmediate)
  t.is(used(), 0)
})
