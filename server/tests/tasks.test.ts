import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Progress } from '@modelcontextprotocol/sdk/types.js'
import test from 'ava'
import { createFakeProviders, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { type OfferedService, offerTestService } from '../../testing/fixtures/test-market.ts'
import type { TestWorld } from '../../testing/fixtures/test-world.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Clients, clientsOf, type TwoServersAgent } from '../../testing/processes/two-servers.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)
const providers = createFakeProviders()
let servers: readonly Server[] = []
let clients: Clients

test.serial.before(async () => {
  const options = { ...TEST_SERVER, database: database().plainAddress, egress: providers.egress }
  servers = await Promise.all([startServer(options), startServer(options)])
  clients = clientsOf(servers, database().db, Date.now)
})
test.after.always(async () => {
  await Promise.all(servers.map(server => server.close()))
  await providers.close()
})

let named = 0

/** A consumer, and a provider whose service it may use. */
async function market(service: OfferedService = {}) {
  const [ann, bob] = [await clients.enroll(`ann-${named}`), await clients.enroll(`bob-${named}`)]
  const provider = await providers.open(`p-${named++}`)
  const { runtime } = servers[0]!
  const owner = { ...bob, key_version: 1, key_fingerprint: 'x' } as unknown as AgentActor
  const world = { runtime, db: database().db } as TestWorld
  const { offer_revision_id } = await offerTestService(world, owner, { ...service, interface_url: provider.url })
  const invoke = (payload: object = {}, server = 0, by = ann) =>
    clients.send(
      by,
      'POST',
      `/service-offers/${offer_revision_id}/invoke`,
      {
        message: 'Do it.',
        idempotency_key: `k${named++}`,
        ...payload,
      },
      server,
    )
  return { ann, bob, provider, offer_revision_id, invoke }
}

const sent = async (provider: FakeProvider) => {
  while (!provider.calls.some(({ method }) => method === 'SendMessage'))
    await new Promise(resolve => setTimeout(resolve, 20))
}

const readAt = (by: TwoServersAgent, id: string, wait: number, server: number) =>
  clients.send(by, 'GET', `/service-tasks/${id}?wait_seconds=${wait}`, {}, server)

test.serial('a call that waits for a task returns its result, at whichever process', async t => {
  const { ann, bob, provider, invoke } = await market()
  const { status, data } = await invoke()
  t.is(status, 202)
  t.deepEqual(Object.keys(data), ['broker_task_id', 'state', 'poll_after_seconds'])
  await sent(provider)
  const reads = [0, 1].map(server => readAt(ann, data.broker_task_id, 25, server))
  provider.updateTask(data.broker_task_id, {
    state: 'TASK_STATE_COMPLETED',
    artifacts: [{ artifactId: 'a', parts: [{ text: 'Yes.' }] }],
  })
  for (const read of await Promise.all(reads)) {
    t.is(read.status, 200)
    t.like(read.data, { state: 'completed', artifacts: [{ text: 'Yes.' }] })
  }
  t.is((await readAt(bob, data.broker_task_id, 25, 1)).status, 404)
  t.is((await readAt(ann, data.broker_task_id, 26, 1)).status, 422)
})

test.serial('an invocation can wait, and wait again with its key', async t => {
  const { ann, provider, invoke } = await market()
  provider.replyTo('SendMessage', ({ params }) => {
    const task = { id: 'p', contextId: params.message.contextId, status: { state: 'TASK_STATE_COMPLETED' } }
    return { result: { task } }
  })
  const payload = { idempotency_key: 'once', wait_seconds: 25 }
  const first = await invoke(payload)
  t.is(first.status, 202)
  t.like(first.data, { state: 'completed', task: { state: 'completed', message: 'Do it.' } })
  const again = await invoke(payload, 1)
  t.deepEqual(again.data, first.data)
  t.is(again.headers.get('idempotent-replay'), 'true')
  t.is(provider.calls.length, 1)
  t.truthy(ann)
})

test.serial('over MCP a call can wait as well', async t => {
  const { ann, provider, offer_revision_id } = await market()
  const session = await clients.openSession(ann)
  const input = { offer_revision_id, message: 'Do it.', idempotency_key: 'mcp', wait_seconds: 25 }
  const called = clients.call(session, 'invoke_agent_service', input, 1)
  await sent(provider)
  provider.updateTask([...provider.tasks.keys()][0]!, { state: 'TASK_STATE_INPUT_REQUIRED', message: 'Which?' })
  const { result } = (await called).data
  t.like(result.structuredContent, { state: 'awaiting_input', task: { input_prompt: 'Which?' } })
  const { broker_task_id } = result.structuredContent
  const cancelled = clients.call(session, 'get_service_task', { broker_task_id, wait_seconds: 25 }, 1)
  await clients.call(session, 'cancel_service_task', { broker_task_id }, 0)
  t.like((await cancelled).data.result.structuredContent, { state: 'cancelled' })
})

test.serial('over MCP a waiting call reports progress, if the client requests it', async t => {
  const { ann, provider, offer_revision_id } = await market()
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', servers[1]!.url), {
    requestInit: { headers: { Authorization: `Bearer ${(await clients.openSession(ann)).token}` } },
  })
  await client.connect(transport as Transport)
  const notifications: Progress[] = []
  const given = { offer_revision_id, message: 'Do it.', idempotency_key: 'progress', wait_seconds: 25 }
  const onprogress = (progress: Progress) => void notifications.push(progress)
  const called = client.callTool({ name: 'invoke_agent_service', arguments: given }, undefined, { onprogress })
  await sent(provider)
  provider.updateTask([...provider.tasks.keys()][0]!, { state: 'TASK_STATE_INPUT_REQUIRED', message: 'Which?' })
  t.like((await called).structuredContent, { state: 'awaiting_input' })
  t.deepEqual(notifications, [
    { progress: 1, message: 'working' },
    { progress: 2, message: 'awaiting_input' },
  ])
  const quick = client.callTool({ name: 'check_notifications', arguments: {} }, undefined, { onprogress })
  t.truthy((await quick).structuredContent)
  t.is(notifications.length, 2)
  await client.close()
})

test.serial('waiting calls delay no others, and are limited', async t => {
  const { ann, provider, invoke } = await market()
  const { data } = await invoke()
  await sent(provider)
  const waiting = Array.from({ length: 20 }, () => readAt(ann, data.broker_task_id, 25, 0))
  const early = await Promise.race(waiting)
  t.like(early.data, { state: 'working' })
  t.is((await clients.send(ann, 'GET', '/ping', {}, 0)).status < 500, true)
  provider.updateTask(data.broker_task_id, { state: 'TASK_STATE_COMPLETED' })
  const states = (await Promise.all(waiting)).map(read => read.data.state)
  t.is(states.filter(state => state === 'completed').length, 16)
})

test.serial('a stopping server ends waiting calls', async t => {
  const { ann, provider, invoke } = await market()
  const options = { ...TEST_SERVER, database: database().plainAddress, egress: providers.egress }
  const third = await startServer(options)
  const own = clientsOf([...servers, third], database().db, Date.now)
  const { data } = await invoke()
  await sent(provider)
  const waiting = own.send(ann, 'GET', `/service-tasks/${data.broker_task_id}?wait_seconds=25`, {}, 2)
  while (third.runtime.limitUsage.used().find(([name]) => name === 'waits')?.[1] !== 1)
    await new Promise(resolve => setTimeout(resolve, 20))
  await third.close()
  t.like((await waiting).data, { state: 'working' })
})
