import test from 'ava'
import { stringifyJson } from '../../../push/broker/lossless-json.ts'
import type { FakeProvider, ProviderReply } from '../../../testing/fakes/fake-provider.ts'
import { useTasks } from '../../../testing/fixtures/task-world.ts'
import { poison } from '../../../testing/values/poison.ts'

const tasks = useTasks(test)
const [SECOND, MINUTE] = [1_000, 60_000]
let named = 0

async function commission() {
  const { agent, offered, invoke } = tasks()
  const [ann, bob] = [await agent(`ann-${named}`), await agent(`bob-${named++}`)]
  const { provider, offer_revision_id } = await offered(bob)
  const id = await invoke(ann, offer_revision_id)
  return { ann, provider, id, offer_revision_id, read: () => tasks().read(ann, id) }
}

async function pass(ms: number, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    tasks().advance(ms)
    await tasks().sweep()
  }
}

const COMPLETED = 'TASK_STATE_COMPLETED'

/** Responds with a result as written; PROVIDER is replaced by the id of its task. */
const saying =
  (result: string): ProviderReply =>
  (response, { id, params }) => {
    const text = result.replaceAll('PROVIDER', params.id ?? 'p').replaceAll('CONTEXT', params.message?.contextId ?? 'c')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`)
  }

const withParts = (parts: string) =>
  `{"id":"PROVIDER","contextId":"CONTEXT","status":{"state":"${COMPLETED}"},"artifacts":[{"artifactId":"a","parts":${parts}}]}`

/** Numbers outside the range of doubles, in all positions of a response. */
const BEYOND: Record<string, string> = {
  'in data': withParts('[{"data":{"n":1e999}}]'),
  'in a list': withParts('[{"data":[1,[-1e400]]}]'),
  'as data': withParts('[{"data":1e999}]'),
  'with many digits': withParts(`[{"data":{"n":${'9'.repeat(400)}}}]`),
  'in a member that nobody reads': withParts('[{"text":"x","metadata":{"n":1E309}}]'),
}

for (const [name, result] of Object.entries(BEYOND)) {
  test.serial(`a response with a number beyond doubles, ${name}, is invalid`, async t => {
    const sent = await commission()
    sent.provider.replyTo('SendMessage', () => saying(`{"task":${result}}`))
    await tasks().sweep()
    t.like(await sent.read(), { state: 'failed', error_code: 'PROVIDER_PROTOCOL_ERROR', allowance_restored: true })

    const polled = await commission()
    await tasks().sweep()
    polled.provider.replyTo('GetTask', () => saying(result))
    await pass(2 * SECOND, 2)
    t.like(await polled.read(), { state: 'working' })
    await pass(5 * SECOND)
    t.like(await polled.read(), { state: 'failed', error_code: 'PROVIDER_PROTOCOL_ERROR', allowance_restored: true })
  })
}

test.serial('such a response at the deadline is invalid: the task ends by the deadline', async t => {
  const { provider, read } = await commission()
  await tasks().sweep()
  provider.replyTo('GetTask', () => ({ status: 503 }))
  await pass(SECOND, 2)
  provider.replyTo('GetTask', () => saying(BEYOND['in data']!))
  await pass(11 * MINUTE)
  t.like(await read(), { state: 'failed', error_code: 'BROKER_DEADLINE', allowance_restored: true })
})

test.serial('a task whose provider responds so can still be cancelled', async t => {
  const { ann, provider, id, read } = await commission()
  await tasks().sweep()
  for (const method of ['CancelTask', 'GetTask']) provider.replyTo(method, () => saying(BEYOND['in data']!))
  t.like(await tasks().stop(ann, id), { state: 'working' })
  await pass(5 * SECOND, 3)
  t.like(await read(), { state: 'failed', error_code: 'PROVIDER_PROTOCOL_ERROR' })
})

test.serial('raw bytes with such JSON are bytes', async t => {
  const { read, provider, id } = await commission()
  await tasks().sweep()
  const raw = Buffer.from('{"n":1e999}').toString('base64')
  const parts = [{ raw, mediaType: 'application/json' }]
  provider.updateTask(id, { state: COMPLETED, artifacts: [{ artifactId: 'a', parts }] })
  await pass(SECOND)
  t.like((await read()).artifacts[0], { data: { base64: raw } })
})

test.serial('numbers are delivered with their digits, and unusual names unchanged', async t => {
  const data = '{"id":9007199254740993,"price":1.0,"zero":-0,"much":1e21,"__proto__":{"constructor":1e2},"toString":""}'
  const { provider, read } = await commission()
  const artifacts = `[{"data":${data}},{"raw":"${Buffer.from(data).toString('base64')}","mediaType":"application/json"}]`
  provider.replyTo('SendMessage', () => saying(`{"task":${withParts(artifacts)}}`))
  await tasks().sweep()
  const task = await read()
  t.is(task.state, 'completed')
  t.deepEqual(
    task.artifacts.map(artifact => stringifyJson(artifact.data)),
    [data, data],
  )
})

test.serial('an error while a task is processed ends that task, and no other', async t => {
  const [one, other] = [await commission(), await commission()]
  await tasks().sweep()
  other.provider.updateTask(other.id, { state: COMPLETED })
  const broken = tasks().openProcess({
    getTask: async (target, id) => {
      if (target.interface.url === one.provider.url) throw new TypeError('not foreseen')
      return await tasks().runtime.broker.getTask(target, id)
    },
  })
  for (let n = 0; n < 3; n++) {
    tasks().advance(15 * SECOND)
    await broken.sweep()
  }
  t.like(await one.read(), { state: 'failed', error_code: 'PROVIDER_PROTOCOL_ERROR', allowance_restored: true })
  t.like(await other.read(), { state: 'completed' })
})

test.serial('a response that cannot be stored is invalid; those in the same batch are stored', async t => {
  const delivered = (provider: FakeProvider, id: string, text: string) =>
    provider.updateTask(id, { state: COMPLETED, artifacts: [{ artifactId: 'a', parts: [{ text }] }] })
  const [one, other] = [await commission(), await commission()]
  await tasks().sweep()
  delivered(one.provider, one.id, 'poisoned')
  delivered(other.provider, other.id, 'fine')
  const cure = await poison(tasks().db, 'service_task_artifact', "new.artifact like '%poisoned%'")
  await pass(SECOND)
  t.like(await other.read(), { state: 'completed' })
  t.like(await tasks().stop(one.ann, one.id), { state: 'working' })
  await pass(5 * SECOND, 3)
  t.like(await one.read(), { state: 'failed', error_code: 'PROVIDER_PROTOCOL_ERROR' })
  await cure()
})

test.serial('a task that cannot be written is retried with growing delays, and blocks no other', async t => {
  const [one, other] = [await commission(), await commission()]
  await tasks().sweep()
  for (const { provider, id } of [one, other]) provider.updateTask(id, { state: COMPLETED })
  const cure = await poison(tasks().db, 'service_task', `new.id = '${one.id}' and new.state <> 'working'`)
  const polls = () => one.provider.calls.filter(({ method }) => method === 'GetTask').length
  await pass(SECOND)
  t.like(await other.read(), { state: 'completed' })
  await pass(SECOND, 120)
  t.true(polls() < 12, `${polls()} polls in two minutes`)
  await cure()
  await pass(30 * MINUTE)
  t.like(await one.read(), { state: 'completed' })
})
