import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createFakeProviders, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import { createTestRuntime, type TestWorld } from '../../testing/fixtures/test-world.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { writeOffset } from '../../testing/processes/clock-file.ts'
import { fileTeardown, printed, startProgram } from '../../testing/processes/start-program.ts'
import { type Clients, clientsOf } from '../../testing/processes/two-servers.ts'
import type { AgentActor } from '../../tools/core/context.ts'

const database = useDatabase(test)

/** Longer than the lease of tasks. */
const LEASE_PASSED_MS = 31_000
const file = fileTeardown(test)
/** The program under test. */
const programs = [{ url: '' }]
/** How far its clock is ahead, in ms. */
let offset = 0
const now = () => Date.now() + offset
let clients: Clients
test.before(() => {
  clients = clientsOf(programs, database().db, now)
})

/** A proxy for a provider, which accepts connections and forwards nothing until it is opened. */
async function openGate(port: number) {
  const held: Socket[] = []
  const sockets = new Set<Socket>()
  let isOpen = false
  let came = () => {}
  const reached = new Promise<void>(resolve => (came = resolve))
  const pass = (socket: Socket) => {
    const connection = connect(port, '127.0.0.1')
    for (const one of [socket, connection]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => [socket, connection].forEach(each => void each.destroy()))
    }
    socket.pipe(connection).pipe(socket)
  }
  const server = createServer(socket => {
    socket.on('error', () => {})
    came()
    if (isOpen) pass(socket)
    else held.push(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    reached,
    open() {
      isOpen = true
      for (const socket of held.splice(0)) pass(socket)
    },
    async close() {
      for (const socket of [...held, ...sockets]) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface Stage {
  provider: FakeProvider
  gate: Awaited<ReturnType<typeof openGate>>
}

/** A provider behind a gate for each test, and a program that dispatches to all of them, and restarts after each test. */
async function openStage() {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-killed-'))
  const [ca, clock] = [path.join(folder, 'ca.pem'), path.join(folder, 'clock')]
  const providers = createFakeProviders()
  writeFileSync(ca, providers.authority.ca)
  const stages: Stage[] = []
  for (const n of Object.keys(POINTS).keys()) {
    const provider = await providers.open(`killed-${n}`)
    stages.push({ provider, gate: await openGate(provider.port) })
  }
  file.teardown(async () => {
    for (const { gate } of stages) await gate.close()
    await providers.close()
    rmSync(folder, { recursive: true })
  })
  const leads = stages.map(({ provider, gate }) => `--resolve=${provider.host}=127.0.0.1:${gate.port}`)
  const entry = [bundled('testing/serve'), ...leads, `--ca=${ca}`, `--clock-file=${clock}`]
  const start = async () => {
    const program = startProgram(file, database(), { WORKERS: '1' }, { entry })
    programs[0] = { url: (await printed(program)).base }
    return program
  }
  const advance = (ms: number) => writeOffset(clock, (offset += ms))
  return { stages, start, advance, program: await start() }
}

let opened: ReturnType<typeof openStage> | undefined

async function kill(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL')
  await once(program, 'exit')
}

/** Resolves when the provider receives a call of that method, which it answers or not. */
const called = (provider: FakeProvider, method: string, isAnswered: boolean) =>
  new Promise<void>(resolve => {
    provider.replyTo(method, async ({ params }) => {
      provider.replyTo(method)
      resolve()
      if (isAnswered) return () => {}
      if (method === 'SendMessage') {
        const task = { id: 'p', contextId: params.message.contextId, status: { state: 'TASK_STATE_WORKING' } }
        provider.tasks.set('p', task)
      }
      return await new Promise<never>(() => {})
    })
  })

interface Point {
  /** Resolves at the moment of the kill; `cancel` requests cancellation of the task. */
  at(stage: Stage, cancel: () => void): Promise<void>
  /** The permitted final states. */
  ends: string[]
}

const POINTS: Record<string, Point> = {
  'as soon as a task was accepted': { at: async ({ gate }) => gate.open(), ends: ['completed', 'failed'] },
  'as it connects to the provider': {
    async at({ gate }) {
      await gate.reached
      // The connection may be one that fetches the agent card.
      const sending = () => database().db.many(SQL`select from service_task where dispatch = 'sending'`)
      while ((await sending()).length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    },
    ends: ['failed'],
  },
  'as the provider has the message': {
    async at({ gate, provider }) {
      const sent = called(provider, 'SendMessage', false)
      gate.open()
      await sent
    },
    ends: ['completed'],
  },
  'between the message and the first poll': {
    async at({ gate, provider }) {
      gate.open()
      while (provider.tasks.size === 0) await new Promise(resolve => setTimeout(resolve, 5))
    },
    ends: ['completed'],
  },
  'as it polls': {
    async at({ gate, provider }) {
      const polled = called(provider, 'GetTask', false)
      gate.open()
      await polled
    },
    ends: ['completed'],
  },
  'as it has the provider stop': {
    async at({ gate, provider }, cancel) {
      const stopped = called(provider, 'CancelTask', false)
      gate.open()
      while (provider.tasks.size === 0) await new Promise(resolve => setTimeout(resolve, 5))
      cancel()
      await stopped
    },
    ends: ['completed', 'cancelled'],
  },
}

for (const [n, [name, { at, ends }]] of Object.entries(POINTS).entries()) {
  test.serial(`a process that is killed ${name} sends nothing twice, and the task ends`, async t => {
    const staged = await (opened ??= openStage())
    const stage = staged.stages[n]!
    const { provider, gate } = stage
    const { db } = database()
    const [ann, bob] = [await clients.enroll(`ann-${n}`), await clients.enroll(`bob-${n}`)]
    const owner = { ...bob, key_version: 1, key_fingerprint: 'x' } as unknown as AgentActor
    const world = { runtime: createTestRuntime(db, now), db } as TestWorld
    const { offer_revision_id } = await offerTestService(world, owner, {
      interface_url: provider.url,
      handle: `s-${n}`,
    })
    const payload = { message: 'Do it.', idempotency_key: 'k' }
    const invoked = await clients.send(ann, 'POST', `/service-offers/${offer_revision_id}/invoke`, payload, 0)
    t.is(invoked.status, 202)
    const { broker_task_id: id } = invoked.data
    const cancel = () => void clients.send(ann, 'POST', `/service-tasks/${id}/cancel`, {}, 0).catch(() => {})
    await at(stage, cancel)
    await kill(staged.program)
    gate.open()
    for (const task of provider.tasks.values()) task.status = { state: 'TASK_STATE_COMPLETED' }
    staged.program = await staged.start()
    staged.advance(LEASE_PASSED_MS)
    const read = () => clients.send(ann, 'GET', `/service-tasks/${id}?wait_seconds=1`, {}, 0)
    let { data } = await read()
    while (data.state === 'working') {
      for (const task of provider.tasks.values()) task.status = { state: 'TASK_STATE_COMPLETED' }
      data = (await read()).data
    }
    t.true(ends.includes(data.state), data.state)
    t.is(data.allowance_restored, data.state === 'failed')
    const sent = provider.calls.filter(({ method }) => method === 'SendMessage')
    t.true(sent.length <= 1)
    t.deepEqual(
      (await clients.send(ann, 'POST', `/service-offers/${offer_revision_id}/invoke`, payload, 0)).data.broker_task_id,
      id,
    )
  })
}
