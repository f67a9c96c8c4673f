import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { throttleAccepts } from './accept-throttle.ts'
import { createAnonymousGate } from './anonymous-gate.ts'

/**
 * A server that records whose connections are read, with an event loop that the test makes busy or idle, and clients.
 */
async function openDoorway(t: ExecutionContext, { knownCall }: { knownCall: boolean }) {
  const loop = { now: 0, idle: 0 }
  let looks = 0
  const read: string[] = []
  const server = createServer(({ url = '' }, response) => {
    read.push(url)
    response.end('fine')
  })
  const idle = () => {
    looks++
    return loop.idle
  }
  const known = { isActive: () => knownCall }
  throttleAccepts(server, createAnonymousGate({ clock: () => loop.now, idle }, known))
  const accepted: Socket[] = []
  server.on('connection', socket => accepted.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients: Socket[] = []
  t.teardown(() => {
    for (const client of clients) client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate)
  }
  return {
    loop,
    read,
    accepted,
    until,
    /** Waits until the throttle has checked more than once whether the next connection may be read. */
    async look() {
      const before = looks
      await until(() => looks > before + 3)
    },
    async come(localAddress: string, path: string): Promise<void> {
      const before = accepted.length
      const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
      clients.push(client.on('error', () => {}))
      client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await until(() => accepted.length > before)
    },
  }
}

type Doorway = Awaited<ReturnType<typeof openDoorway>>

const comeInTurn = async ({ come }: Doorway, address: string, paths: readonly string[]) => {
  for (const path of paths) await come(address, path)
}

test('while authenticated clients call, a few new connections are read at a time when the loop is idle, by address in turn', async t => {
  const doorway = await openDoorway(t, { knownCall: true })
  const { loop, read, look, until } = doorway
  await comeInTurn(doorway, '127.0.0.2', ['/a1', '/a2', '/a3', '/a4', '/a5', '/a6', '/a7', '/a8'])
  await comeInTurn(doorway, '127.0.0.3', ['/b'])
  await until(() => read.length >= 4)
  await look()
  t.deepEqual(read, ['/a1', '/a2', '/a3', '/a4'])
  Object.assign(loop, { now: 7, idle: 1 })
  await look()
  t.is(read.length, 4, 'it idled for a sixth of what it worked')
  loop.idle = 3.6
  await until(() => read.length >= 8)
  t.deepEqual(read.slice(4).toSorted(), ['/a5', '/a6', '/a7', '/b'])
  await look()
  t.is(read.length, 8)
  loop.now += 8
  await until(() => read.length >= 9)
  t.is(read[8], '/a8', 'one that has no rest goes on all the same')
})

test('without authenticated clients, all connections are read as they arrive', async t => {
  const doorway = await openDoorway(t, { knownCall: false })
  const paths = Array.from({ length: 20 }, (_, n) => `/${n}`)
  await comeInTurn(doorway, '127.0.0.2', paths)
  await doorway.until(() => doorway.read.length >= 20)
  t.deepEqual(doorway.read.toSorted(), paths.toSorted())
})

test('a connection that closed while waiting takes no turn', async t => {
  const doorway = await openDoorway(t, { knownCall: true })
  const { loop, read, accepted, until } = doorway
  await comeInTurn(doorway, '127.0.0.2', ['/a1', '/a2', '/a3', '/a4', '/cut1', '/cut2', '/b1', '/b2', '/b3', '/b4'])
  await until(() => read.length >= 4)
  for (const socket of accepted.slice(4, 6)) socket.destroy()
  loop.now += 8
  await until(() => read.length >= 8)
  t.deepEqual(read.slice(4).toSorted(), ['/b1', '/b2', '/b3', '/b4'])
})
