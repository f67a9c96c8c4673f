import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createLimitUsage, RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { createRequestBodies, detachBuffer } from './request-body.ts'

const LIMIT = 4_000_000

/** A server that reads bodies for the address in their query, and clients that send any bytes. */
async function openReader(t: ExecutionContext) {
  let now = 0
  const limitUsage = createLimitUsage()
  const bodies = createRequestBodies(limitUsage, () => now)
  const outcomes: Promise<string>[] = []
  const arrivals: IncomingMessage[] = []
  const server = createServer(request => {
    arrivals.push(request)
    const address = request.url ?? ''
    const reading = (async () => await bodies.read(request, LIMIT, address))()
    outcomes.push(
      reading.then(
        body => `${body.length}`,
        error => (error instanceof Problem ? error.slug : String(error)),
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients: Socket[] = []
  t.teardown(() => {
    bodies.stop()
    for (const client of clients) client.destroy()
    server.close()
  })
  const used = () => Object.fromEntries(limitUsage.used()).body_bytes ?? 0
  return {
    bodies,
    limitUsage,
    outcomes,
    advance: (ms: number) => (now += ms),
    used,
    /** Starts a body, and resolves when the first bytes have arrived. */
    async begin(length: number, first: Buffer, address = '/a'): Promise<Socket> {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      clients.push(client)
      const before = used()
      client.write(`POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
      client.write(first)
      while (used() < before + first.length) await new Promise(setImmediate)
      return client
    },
  }
}

test('a complete body is read, and no longer counted', async t => {
  const { begin, outcomes, used } = await openReader(t)
  const client = await begin(10, Buffer.from('01234'))
  client.write('56789')
  while (used() > 0) await new Promise(setImmediate)
  t.is(await outcomes[0], '10')
})

test('a body that stalls is ended, and a dripping one too', async t => {
  const { begin, outcomes, advance, bodies, used, limitUsage } = await openReader(t)
  const dripping = await begin(100, Buffer.from('1'))
  await begin(100, Buffer.from('22'))
  advance(RESOURCE_LIMITS.body_pause.limit)
  dripping.write('1')
  while (used() < 4) await new Promise(setImmediate)
  advance(1)
  bodies.sweep()
  t.is(await outcomes[1], 'request-timeout')
  advance(RESOURCE_LIMITS.body_pause.limit)
  bodies.sweep()
  t.is(await outcomes[0], 'request-timeout')
  t.is(used(), 0)
  t.is(limitUsage.rejections.get('body_pause'), 2)
})

test('over the budget of an address its oldest body is ended, and no other', async t => {
  const { begin, outcomes, used } = await openReader(t)
  const part = Buffer.alloc(3_000_000, 0x20)
  await begin(LIMIT, part, '/other')
  for (let i = 0; i < 5; i++) await begin(LIMIT, part, '/a')
  t.is(used(), 6 * part.length)
  const last = await begin(LIMIT, Buffer.alloc(100), '/a')
  last.write(part)
  t.is(await outcomes[1], 'request-timeout')
  t.is(await Promise.race([outcomes[0], outcomes[2], 'under way']), 'under way')
})

test('the memory of a body that ends early is released', async t => {
  const { begin, outcomes, advance, bodies } = await openReader(t)
  const part = Buffer.alloc(3_000_000, 0x20)
  await begin(LIMIT, part)
  const before = process.memoryUsage().arrayBuffers
  advance(RESOURCE_LIMITS.body_pause.limit + 1)
  bodies.sweep()
  t.is(await outcomes[0], 'request-timeout')
  t.true(process.memoryUsage().arrayBuffers < before - part.length / 2)
})

test('a client that disconnects during its body is a refusal like others', async t => {
  const { begin, outcomes, used } = await openReader(t)
  const client = await begin(100, Buffer.from('1'))
  client.destroy()
  t.is(await outcomes[0], 'bad-request')
  t.is(used(), 0)
})

test('a body that is announced or found to be too large is refused', async t => {
  const { begin, outcomes } = await openReader(t)
  await begin(LIMIT + 1, Buffer.alloc(0))
  while (outcomes.length === 0) await new Promise(setImmediate)
  t.is(await outcomes[0], 'payload-too-large')
})

const MB = 1_024 * 1_024

test('a large buffer is detached afterwards, and no longer counted', t => {
  const buffers = Array.from({ length: 16 }, () => Buffer.alloc(MB, 'x'))
  const before = process.memoryUsage().arrayBuffers
  buffers.forEach(detachBuffer)
  t.true(process.memoryUsage().arrayBuffers <= before - 15 * MB)
  t.deepEqual(
    buffers.map(({ length }) => length),
    buffers.map(() => 0),
  )
})

test('a small buffer, or one in shared memory, is unchanged', t => {
  const pooled = Buffer.from('a few words')
  const part = Buffer.alloc(MB, 'y').subarray(1, MB)
  const shared = Buffer.from(new SharedArrayBuffer(MB))
  for (const buffer of [pooled, part, shared]) detachBuffer(buffer)
  t.is(pooled.toString(), 'a few words')
  t.is(part.length, MB - 1)
  t.is(shared.length, MB)
})
