import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import type { ProviderReply } from '../../../testing/fakes/fake-provider.ts'
import { useTasks } from '../../../testing/fixtures/task-world.ts'

const tasks = useTasks(test)
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

let named = 0
/** A consumer, a provider, and a task. */
async function commission({
  service = {},
  options = {},
  input = {},
  reply = undefined as ProviderReply | undefined,
} = {}) {
  const { agent, offered, invoke } = tasks()
  const [ann, bob] = [await agent(`ann-${named}`), await agent(`bob-${named++}`)]
  const { provider, offer_revision_id } = await offered(bob, service, options)
  if (reply) provider.replyTo('SendMessage', () => reply)
  const id = await invoke(ann, offer_revision_id, input)
  const methods = () => provider.calls.map(({ method }) => method)
  return { ann, bob, provider, id, offer_revision_id, methods, read: () => tasks().read(ann, id) }
}

/** Advances the clock and runs what is due, `times` times. */
async function pass(ms: number, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    tasks().advance(ms)
    await tasks().sweep()
  }
}

const failed = (error_code: string | null, failure_reason: string | null = null) => ({
  state: 'failed',
  error_code,
  failure_reason,
  allowance_restored: true,
})

const REFUSALS: [string, ProviderReply, object][] = [
  [
    'an error',
    { error: { code: -32603, message: 'Out of \ud800coffee' } },
    failed('PROVIDER_PROTOCOL_ERROR', 'Out of coffee'),
  ],
  ['status 401', { status: 401 }, failed('PROVIDER_REFUSED_SIGNATURE')],
  ['status 403', { status: 403 }, failed('PROVIDER_REFUSED_SIGNATURE')],
  ['status 503', { status: 503 }, failed('PROVIDER_PROTOCOL_ERROR')],
  [
    'a result that is none',
    { result: { taks: {} } },
    failed('PROVIDER_PROTOCOL_ERROR', 'The result is not a valid A2A 1.0 result of this method.'),
  ],
  [
    'two megabytes',
    { result: { message: { messageId: 'm', parts: [{ text: 'x'.repeat(2e6) }] } } },
    failed('PROVIDER_RESPONSE_TOO_LARGE'),
  ],
]

for (const [name, reply, expected] of REFUSALS) {
  test.serial(`a provider that answers ${name} fails its task, and the use is refunded`, async t => {
    const { read, methods } = await commission({ reply })
    await tasks().sweep()
    t.like(await read(), expected)
    await pass(MINUTE, 3)
    t.deepEqual(methods(), ['SendMessage'])
  })
}

test.serial('a message instead of a task completes it', async t => {
  const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'At once.' }, { data: { a: 1 } }] }
  const { read } = await commission({ reply: { result: { message } } })
  await tasks().sweep()
  const { state, artifacts } = await read()
  t.is(state, 'completed')
  t.like(artifacts, [{ artifact_id: 'm', text: 'At once.' }, { data: { a: 1 } }])
})

test.serial("a refusal contains the provider's text, up to a limit", async t => {
  const { provider, id, read } = await commission()
  await tasks().sweep()
  provider.updateTask(id, { state: 'TASK_STATE_REJECTED', message: '🦆'.repeat(50_000) })
  await pass(SECOND)
  t.like(await read(), failed(null, '🦆'.repeat(500)))
})

test.serial('a task that requires a login ends, and its provider is notified', async t => {
  const { provider, id, read, methods } = await commission()
  await tasks().sweep()
  provider.updateTask(id, { state: 'TASK_STATE_AUTH_REQUIRED', message: 'Log in.' })
  await pass(SECOND)
  t.like(await read(), { state: 'blocked_auth', allowance_restored: false, status_message: 'Log in.' })
  t.deepEqual(methods(), ['SendMessage', 'GetTask', 'CancelTask'])
})

test.serial('a state that A2A does not define fails the task at the third poll', async t => {
  const { provider, id, read, methods } = await commission()
  await tasks().sweep()
  provider.updateTask(id, { state: 'TASK_STATE_UNSPECIFIED' })
  await pass(SECOND, 2)
  t.like(await read(), { state: 'working' })
  await pass(5 * SECOND)
  t.like(await read(), failed('PROVIDER_PROTOCOL_ERROR', 'The state of the task is not an A2A 1.0 state.'))
  t.is(methods().length, 4)
})

test.serial('a response about another task is invalid', async t => {
  const { provider, read } = await commission()
  await tasks().sweep()
  provider.replyTo('GetTask', () => ({
    result: { id: 'other', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } },
  }))
  await pass(5 * SECOND, 3)
  t.like(await read(), failed('PROVIDER_PROTOCOL_ERROR', 'The response is about another task.'))
})

test.serial('a provider that lost its task fails it', async t => {
  const { provider, read } = await commission()
  await tasks().sweep()
  provider.tasks.clear()
  await pass(SECOND)
  t.like(await read(), failed('PROVIDER_LOST_TASK'))
})

test.serial('a temporarily unavailable provider is polled again', async t => {
  const { provider, id, read } = await commission()
  await tasks().sweep()
  provider.replyTo('GetTask', () => ({ status: 502 }))
  await pass(15 * SECOND, 10)
  t.like(await read(), { state: 'working' })
  provider.replyTo('GetTask')
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED' })
  await pass(15 * SECOND)
  t.like(await read(), { state: 'completed' })
})

test.serial('nothing the provider sends after the end has an effect', async t => {
  const { provider, id, read } = await commission()
  await tasks().sweep()
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED', artifacts: [{ artifactId: 'a', parts: [{ text: '1' }] }] })
  await pass(SECOND)
  const before = await read()
  provider.updateTask(id, { state: 'TASK_STATE_FAILED', message: 'No!', artifacts: [] })
  await pass(MINUTE, 3)
  t.deepEqual(await read(), before)
})

test.serial('a provider whose name does not resolve is retried for a minute', async t => {
  const { agent, invoke, offerAt, read } = tasks()
  const [ann, bob] = [await agent('reaching'), await agent('unreached')]
  const { offer_revision_id } = await offerAt(bob, 'https://nowhere.example.com/a2a')
  const id = await invoke(ann, offer_revision_id)
  await tasks().sweep()
  await pass(10 * SECOND, 4)
  t.like(await read(ann, id), { state: 'working', started_at: null })
  await pass(5 * SECOND, 4)
  t.like(await read(ann, id), { ...failed('PROVIDER_UNREACHABLE'), started_at: null })
})

test.serial('a forbidden address is not retried', async t => {
  const { agent, invoke, offerAt, read } = tasks()
  const [ann, bob] = [await agent('calling-local'), await agent('local')]
  for (const url of ['https://127.0.0.1/a2a', 'https://localhost/a2a']) {
    const { offer_revision_id } = await offerAt(bob, url)
    const id = await invoke(ann, offer_revision_id)
    await tasks().sweep()
    t.like(await read(ann, id), { ...failed('PROVIDER_ADDRESS_FORBIDDEN'), started_at: null })
  }
})

test.serial('a certificate for another name is refused', async t => {
  const { agent, invoke, offerAt, read, providers } = tasks()
  const [ann, bob] = [await agent('trusting'), await agent('other-name')]
  await providers.open('deep.down')
  const { offer_revision_id } = await offerAt(bob, 'https://deep.down.example.com/a2a')
  const id = await invoke(ann, offer_revision_id)
  await tasks().sweep()
  await pass(5 * SECOND, 12)
  t.like(await read(ann, id), { ...failed('PROVIDER_TLS_INVALID'), started_at: null })
})

const hangUp = (response: ServerResponse) => void response.socket?.destroy()

test.serial('a message that may have arrived is looked up, and never sent again', async t => {
  const { provider, id, read, methods } = await commission()
  provider.replyTo('SendMessage', ({ params }) => {
    provider.tasks.set('late', {
      id: 'late',
      contextId: params.message.contextId,
      status: { state: 'TASK_STATE_WORKING' },
    })
    return hangUp
  })
  await tasks().sweep()
  await pass(SECOND)
  t.deepEqual(methods(), ['SendMessage', 'ListTasks'])
  t.like(await read(), { state: 'working' })
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED' })
  await pass(SECOND)
  t.like(await read(), { state: 'completed' })
  t.deepEqual(methods(), ['SendMessage', 'ListTasks', 'GetTask'])
})

test.serial('a message that is not found has timed out', async t => {
  for (const reply of [undefined, { error: { code: -32004, message: 'No lists.' } }, { status: 500 }] as const) {
    const { provider, read, methods } = await commission()
    provider.replyTo('SendMessage', () => hangUp)
    if (reply) provider.replyTo('ListTasks', () => reply)
    await tasks().sweep()
    await pass(SECOND, 2)
    t.like(await read(), failed('PROVIDER_TIMEOUT'))
    t.deepEqual(methods(), ['SendMessage', 'ListTasks'])
  }
})

test.serial('a message whose process died is looked up by another process', async t => {
  const { openProcess, sweep } = tasks()
  const { read, methods, id, provider } = await commission()
  let sent = 0
  const dying = openProcess({
    async sendMessage(call, message) {
      sent++
      await tasks().runtime.broker.sendMessage(call, message)
      return await new Promise<never>(() => {})
    },
  })
  void dying.sweep()
  while (methods().length === 0) await delay(5)
  await sweep()
  t.like(await read(), { state: 'working', started_at: null })
  await pass(29 * SECOND)
  t.deepEqual(methods(), ['SendMessage'])
  await pass(2 * SECOND)
  t.like(await read(), { state: 'working' })
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED' })
  await pass(SECOND)
  t.like(await read(), { state: 'completed' })
  t.deepEqual([methods(), sent], [['SendMessage', 'ListTasks', 'GetTask'], 1])
})

test.serial('a task of nine minutes is awaited, one of eleven is not', async t => {
  const quick = await commission()
  await tasks().sweep()
  await pass(15 * SECOND, 36)
  quick.provider.updateTask(quick.id, { state: 'TASK_STATE_COMPLETED' })
  await pass(15 * SECOND)
  t.like(await quick.read(), { state: 'completed' })
  const slow = await commission()
  await tasks().sweep()
  await pass(15 * SECOND, 40)
  t.like(await slow.read(), failed('BROKER_DEADLINE'))
  t.is(slow.methods().at(-1), 'CancelTask')
})

test.serial('a task that waits twenty hours for its input continues', async t => {
  const { provider, id, read, methods } = await commission()
  await tasks().sweep()
  provider.updateTask(id, { state: 'TASK_STATE_INPUT_REQUIRED', message: 'Which one?' })
  await pass(SECOND)
  t.like(await read(), { state: 'awaiting_input', input_prompt: 'Which one?', poll_after_seconds: 30 })
  await pass(HOUR, 20)
  const polls = methods().length
  t.true(polls >= 20 && polls <= 23)
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED' })
  await pass(5 * MINUTE)
  t.like(await read(), { state: 'completed', input_prompt: null })
})

test.serial('a server that was down at the deadline polls once more', async t => {
  const { provider, id, read } = await commission()
  await tasks().sweep()
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED' })
  await pass(HOUR)
  t.like(await read(), { state: 'completed' })
})

test.serial('a delivery must match the schema of the service', async t => {
  const output_schema = { type: 'object', required: ['sum'], properties: { sum: { type: 'integer' } } }
  const outcomes = [
    [[{ text: 'see:' }, { data: { sum: 3 } }, { data: {} }], 'completed', null],
    [[{ data: { sum: 'x' } }], 'failed', 'OUTPUT_INVALID'],
    [[{ text: 'none' }], 'failed', 'OUTPUT_INVALID'],
  ] as const
  for (const [parts, state, error_code] of outcomes) {
    const { provider, id, read } = await commission({ service: { output_schema } })
    await tasks().sweep()
    provider.updateTask(id, { state: 'TASK_STATE_COMPLETED', artifacts: [{ artifactId: 'a', parts: [...parts] }] })
    await pass(SECOND)
    const task = await read()
    t.like(task, { state, error_code, allowance_restored: state === 'failed' })
    t.is(task.artifacts.length, parts.length)
  }
})

test.serial('a task is failed unsent if its evidence has expired', async t => {
  const { methods, read } = await commission({ service: { valid_ms: 30 * SECOND } })
  await pass(31 * SECOND)
  t.like(await read(), { ...failed('ENDPOINT_STALE'), started_at: null })
  t.deepEqual(methods(), [])
})

test.serial('a message that could not be sent within a minute is not sent', async t => {
  const { methods, read } = await commission()
  await pass(MINUTE)
  t.like(await read(), { ...failed('BROKER_DEADLINE'), started_at: null })
  t.deepEqual(methods(), [])
})

test.serial('each task has a separate context, and a description of its purpose', async t => {
  const { provider, ann, id, offer_revision_id } = await commission()
  const other = await tasks().invoke(ann, offer_revision_id)
  await tasks().sweep()
  const sent = provider.calls.filter(({ method }) => method === 'SendMessage')
  const contexts = sent.map(({ params }) => params.message.contextId)
  t.deepEqual(new Set(contexts), new Set([id, other]))
  const consumers = sent.map(({ params }) => Object.values(params.message.metadata as object)[0].consumer)
  t.is(new Set(consumers).size, 1)
  t.false(JSON.stringify(sent.map(({ params }) => params)).includes(ann.agent_id))
})

test.serial('a host that keeps a process waiting does not delay others', async t => {
  const slow = await commission()
  const waiting: (() => void)[] = []
  slow.provider.replyTo('SendMessage', async () => {
    await new Promise<void>(resolve => waiting.push(resolve))
    return { status: 503 }
  })
  for (let n = 0; n < 30; n++) await tasks().invoke(slow.ann, slow.offer_revision_id)
  const other = await commission()
  const process = tasks().openProcess()
  const swept = process.sweep()
  while (other.methods().length === 0) await delay(5)
  t.true(slow.methods().length <= 4)
  slow.provider.replyTo('SendMessage', () => ({ status: 503 }))
  while (waiting.length > 0) for (const go of waiting.splice(0)) go()
  await swept
  await tasks().sweep()
  t.like(await slow.read(), failed('PROVIDER_PROTOCOL_ERROR'))
})
