import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createLimitUsage, RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { limitConnections } from './connection-limits.ts'
import { connectionLimitsFor, descriptorLimit } from './descriptors.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const LATE = 'GET /late HTTP/1.1\r\nHost: x\r\n\r\n'

async function openCrowd(t: ExecutionContext, terms: { connections: number; connectionsOfAddress: number }) {
  const limitUsage = createLimitUsage()
  const answers: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.url === '/') response.end('fine')
    else answers.push(() => response.end('late'))
  })
  limitConnections(server, terms, limitUsage)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients: Socket[] = []
  t.teardown(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  const open = async (localAddress: string, ask = GET): Promise<Socket> => {
    const { port } = server.address() as AddressInfo
    const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    clients.push(client)
    const waiting = answers.length
    client.write(ask)
    if (ask === GET) await Promise.race([once(client, 'data'), once(client, 'close')])
    else while (answers.length === waiting) await new Promise(setImmediate)
    return client
  }
  return { open, limitUsage, answers }
}

test('a new connection replaces the idle connection of its address that was used longest ago', async t => {
  const { open, limitUsage } = await openCrowd(t, { connections: 100, connectionsOfAddress: 2 })
  const first = await open('127.0.0.2')
  const second = await open('127.0.0.2')
  first.write(GET)
  await once(first, 'data')
  const other = await open('127.0.0.3')
  const gone = once(second, 'close')
  const third = await open('127.0.0.2')
  await gone
  t.deepEqual(
    [first, third, other].map(({ closed }) => closed),
    [false, false, false],
  )
  t.is(limitUsage.rejections.get('connections_of_address'), 1)
})

test('without an idle connection the new one is refused, and no response is lost', async t => {
  const { open, answers } = await openCrowd(t, { connections: 100, connectionsOfAddress: 1 })
  const busy = await open('127.0.0.2', LATE)
  const refused = await open('127.0.0.2')
  if (!refused.closed) await once(refused, 'close')
  const answered = once(busy, 'data')
  for (const answer of answers) answer()
  t.regex(String(await answered), /late/)
})

test('when all slots are in use, a connection of the address with the most is closed', async t => {
  const { open } = await openCrowd(t, { connections: 3, connectionsOfAddress: 3 })
  const many = [await open('127.0.0.2'), await open('127.0.0.2')]
  const one = await open('127.0.0.3')
  const gone = once(many[0]!, 'close')
  const newcomer = await open('127.0.0.4')
  await gone
  t.deepEqual(
    [many[1]!, one, newcomer].map(({ closed }) => closed),
    [false, false, false],
  )
})

test('the limits of connections and streams follow from the limit of descriptors', t => {
  t.deepEqual(connectionLimitsFor(20_256), { connections: 20_000, connectionsOfAddress: 15_000, streams: 14_000 })
  t.deepEqual(connectionLimitsFor(Number.POSITIVE_INFINITY).connections, 40_000)
  t.is(connectionLimitsFor(0).connections, 64)
  t.true(descriptorLimit() >= 256)
})

test('a connection that sends many requests before their responses is closed, and no more of them are read', async t => {
  const { open, limitUsage, answers } = await openCrowd(t, { connections: 100, connectionsOfAddress: 100 })
  const hasty = await open('127.0.0.2', LATE)
  hasty.write(LATE.repeat(500))
  await once(hasty, 'close')
  t.is(limitUsage.rejections.get('pipelined_requests'), 1)
  t.is(answers.length, 1 + RESOURCE_LIMITS.pipelined_requests.limit)
  t.false((await open('127.0.0.3')).closed)
})
