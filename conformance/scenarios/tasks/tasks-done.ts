import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/tasks.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { verifiedRecord } from '../../steps/record-steps.ts'
import { commission, invoke, leaving, openWork, read } from '../../steps/task-steps.ts'
import { canonical, type Json } from '../../stubs/provider.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const tasksDone = defineScenario('tasks of a provider', async context => {
  await checkDelivery(context)
  await checkNames(context)
  await checkOnce(context)
  await checkStates(context)
  await checkEnds(context)
  await checkSchemas(context)
  await checkCancel(context)
  await checkRecords(context)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function checkDelivery({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a task is sent as requested, and the delivery is returned',
    ['TASK-2', 'TASK-20', 'TASK-21', 'TASK-24', 'TASK-31', 'TASK-50', 'TASK-51', 'TASK-53', 'TASK-54', 'TASK-91'],
    async () => {
      const work = await openWork(world)
      const parts = [{ text: 'Done.' }, { data: { n: [1] } }, { url: 'https://files.example/a', mediaType: 'image/png' }]
      work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'woven', name: 'Cloth', parts }] })
      const reply = requireStatus(await invoke(world, work, { wait_seconds: 25 }), 202)
      const { broker_task_id: id } = reply.as(shapes.invoked)
      equal((reply.data.task as Json).broker_task_id, id)
      const task = await leaving(world, work, id)
      const { provenance } = task.artifacts[2]!
      equal(task.state, 'completed')
      equal(task.provider?.agent_id, work.owner.agent_id)
      deepEqual(
        task.artifacts.map(({ kind, text, data }) => [kind, text ?? data]),
        [
          ['text', 'Done.'],
          ['data', { n: [1] }],
          ['data', { uri: 'https://files.example/a' }],
        ],
      )
      equal(provenance.source, 'provider_reference')
      deepEqual(
        task.artifacts.map(({ provenance }) => provenance.sha256),
        [sha256('Done.'), sha256('{"n":[1]}'), sha256('https://files.example/a')],
      )
      const sent = work.calls[0]!.params.message!
      deepEqual([sent.messageId, sent.contextId], [id, id])
      deepEqual(sent.parts, [{ text: 'Weave it.' }, { data: { b: 1, a: ['é'] } }])
      ok(!JSON.stringify(work.calls).includes(work.consumer.agent_id), 'the provider is told who commissioned it')
    },
  )
}

async function checkNames({ check, world }: ScenarioContext): Promise<void> {
  await check("a provider's name or media type cannot start a new line", ['TASK-58'], async () => {
    const work = await openWork(world)
    const parts = [
      { text: 'a', mediaType: 'text/html\r\nX-Evil: 1', filename: 'a.txt\r\nX-Evil: 1' },
      { url: 'https://files.example/a', mediaType: 'image/png\n' },
      { text: 'c', mediaType: 'text/markdown; charset=utf-8', filename: 'c d.md' },
    ]
    work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'woven', name: 'two\r\nlines', parts }] })
    const { artifacts } = await leaving(world, work, await commission(world, work))
    deepEqual(
      artifacts.map(({ name, media_type, provenance }) => [name, media_type, provenance.filename]),
      [
        ['two lines', 'text/plain', 'a.txt X-Evil: 1'],
        ['two lines', 'application/octet-stream', undefined],
        ['two lines', 'text/markdown; charset=utf-8', 'c d.md'],
      ],
    )
  })
}

async function checkOnce({ check, world }: ScenarioContext): Promise<void> {
  await check('a key creates one task, which is sent once', ['TASK-3'], async () => {
    const work = await openWork(world)
    const idempotency_key = randomUUID()
    const ids = new Set<string>()
    for (let n = 0; n < 3; n++) ids.add(await commission(world, work, { idempotency_key }))
    equal(ids.size, 1)
    requireProblem(await invoke(world, work, { idempotency_key, message: 'Another.' }), 'idempotency-conflict')
    work.tell('TASK_STATE_COMPLETED')
    const [id] = ids
    const done = await leaving(world, work, id!)
    deepEqual([done.state, done.error_code, done.failure_reason], ['completed', null, null])
    equal(await commission(world, work, { idempotency_key }), id)
    equal(work.methods().filter(method => method === 'SendMessage').length, 1)
  })
  await check('a task is not found by others, including its provider', ['TASK-22'], async () => {
    const work = await openWork(world)
    const id = await commission(world, work)
    for (const by of [work.owner, await world.agent('curious')]) {
      requireProblem(await world.call(by, 'GET', `/service-tasks/${id}`), 'not-found')
      requireProblem(await world.call(by, 'POST', `/service-tasks/${id}/cancel`), 'not-found')
    }
  })
}

async function checkStates({ check, world }: ScenarioContext): Promise<void> {
  await check(
    "the provider's state is the state of the task, and a final one is permanent",
    ['TASK-23', 'TASK-30', 'TASK-36', 'TASK-38', 'TASK-40', 'TASK-45'],
    async () => {
      const work = await openWork(world)
      const id = await commission(world, work)
      const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Which colour?' }] }
      work.tell('TASK_STATE_INPUT_REQUIRED', { message })
      const asked = await leaving(world, work, id)
      deepEqual([asked.state, asked.input_prompt], ['awaiting_input', 'Which colour?'])
      ok(Date.parse(asked.deadline_at) - Date.parse(asked.updated_at) >= 86_000_000, 'the question has no day')
      const other = await commission(world, work)
      work.tell('TASK_STATE_REJECTED', { message: { ...message, parts: [{ text: '🦆'.repeat(600) }] } })
      const failed = await leaving(world, work, other)
      deepEqual([failed.state, failed.error_code, failed.allowance_restored], ['failed', null, true])
      equal(failed.failure_reason, '🦆'.repeat(500))
      work.tell('TASK_STATE_COMPLETED')
      deepEqual(await read(world, work.consumer, other), failed)
    },
  )
  await check("a provider's refusal fails the task, with the provider's text", ['TASK-35', 'TASK-45'], async () => {
    const work = await openWork(world)
    work.provider.work(() => ({ error: { code: -32000, message: 'Out of yarn.' } }))
    const refused = await leaving(world, work, await commission(world, work))
    deepEqual([refused.error_code, refused.failure_reason], ['PROVIDER_PROTOCOL_ERROR', 'Out of yarn.'])
    work.provider.behave('refusing')
    const unsigned = await leaving(world, work, await commission(world, work))
    deepEqual([unsigned.error_code, unsigned.allowance_restored], ['PROVIDER_REFUSED_SIGNATURE', true])
  })
  await check('a message instead of a task completes it; an unknown state fails it', ['TASK-33', 'TASK-36'], async () => {
    const work = await openWork(world)
    const strange = await commission(world, work)
    work.tell('TASK_STATE_DREAMING')
    equal((await leaving(world, work, strange)).error_code, 'PROVIDER_PROTOCOL_ERROR')
    work.provider.work(() => ({ result: { message: { messageId: 'm', parts: [{ text: 'At once.' }] } } }))
    const done = await leaving(world, work, await commission(world, work))
    deepEqual([done.state, done.artifacts[0]?.text], ['completed', 'At once.'])
  })
}

async function checkEnds({ check, world }: ScenarioContext): Promise<void> {
  await check('a task that requires a login ends, and its provider gets a cancellation', ['TASK-39'], async () => {
    const work = await openWork(world)
    const id = await commission(world, work)
    work.tell('TASK_STATE_AUTH_REQUIRED')
    const ended = await leaving(world, work, id)
    deepEqual([ended.state, ended.allowance_restored], ['blocked_auth', false])
    await until(
      async () => work.methods(),
      methods => methods.includes('CancelTask'),
    )
    ok(work.methods().includes('CancelTask'))
  })
  await check('a provider that no longer knows its task fails it', ['TASK-37'], async () => {
    const work = await openWork(world)
    const id = await commission(world, work)
    await until(
      async () => work.methods(),
      methods => methods.includes('GetTask'),
    )
    work.provider.work(() => ({ error: { code: -32001, message: 'Who?' } }))
    const ended = await leaving(world, work, id)
    deepEqual([ended.state, ended.error_code, ended.allowance_restored], ['failed', 'PROVIDER_LOST_TASK', true])
  })
  await check('bytes are returned as text or data if they are that, and omitted if too large', ['TASK-52'], async () => {
    const work = await openWork(world)
    const raw = (bytes: Buffer, mediaType: string) => ({ raw: bytes.toString('base64'), mediaType })
    const parts = [
      raw(Buffer.from('Grüße'), 'text/plain'),
      raw(Buffer.from('{"n":1}'), 'application/json'),
      raw(Buffer.from([0xff, 0xfe]), 'image/png'),
      raw(Buffer.alloc(300_000, 1), 'image/png'),
    ]
    work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'all', parts }] })
    const { artifacts } = await leaving(world, work, await commission(world, work))
    deepEqual(
      artifacts.slice(0, 3).map(({ text, data }) => text ?? data),
      ['Grüße', { n: 1 }, { base64: '//4=' }],
    )
    const left = artifacts[3]!
    deepEqual([(left.data as Json).omitted, left.provenance.source], [true, 'broker'])
  })
}

async function checkSchemas({ check, world }: ScenarioContext): Promise<void> {
  await check('input and delivery are validated against the offer', ['TASK-4', 'TASK-44'], async () => {
    const work = await openWork(world)
    const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    const { owner, service } = work
    const change = { capability_schema: schema, output_schema: schema }
    requireStatus(await world.call(owner, 'PATCH', `/services/${service.id}`, change), 200)
    const conflict = requireProblem(await invoke(world, work), 'offer-revision-conflict')
    const offered = { ...work, offerId: String(conflict.current_offer_revision_id) }
    const { errors } = requireProblem(await invoke(world, offered), 'validation-error')
    ok((errors as { pointer: string }[]).every(({ pointer }) => pointer.startsWith('/data')))
    const ended = async (data: object) => {
      work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ data }] }] })
      return await leaving(world, offered, await commission(world, offered, { data: { n: 1 } }))
    }
    equal((await ended({ n: 2 })).state, 'completed')
    const unfit = await ended({ n: 'two' })
    deepEqual([unfit.state, unfit.error_code, unfit.allowance_restored], ['failed', 'OUTPUT_INVALID', true])
    deepEqual(unfit.artifacts[0]?.data, { n: 'two' })
  })
}

async function checkCancel({ check, world }: ScenarioContext): Promise<void> {
  await check('a task that its provider cancelled does not return its use', ['TASK-61'], async () => {
    const work = await openWork(world)
    const id = await commission(world, work)
    await until(
      () => read(world, work.consumer, id, 1),
      ({ state }) => state !== 'working' || work.methods().includes('GetTask'),
    )
    const reply = await world.call(work.consumer, 'POST', `/service-tasks/${id}/cancel`)
    const stopped = requireStatus(reply, 200).as(shapes.task)
    deepEqual([stopped.state, stopped.allowance_restored], ['cancelled', false])
    ok(work.methods().includes('CancelTask'))
    equal(requireStatus(await world.call(work.consumer, 'POST', `/service-tasks/${id}/cancel`), 200).data.state, 'cancelled')
  })
}

const recordOf = async (world: World, by: Identity, id: string) =>
  String(requireStatus(await world.call(by, 'GET', `/service-tasks/${id}/receipt`), 200).data.receipt)

async function checkRecords({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'both sides have a signed receipt, which links to the previous one',
    ['TASK-70', 'TASK-80', 'TASK-81', 'TASK-82', 'TASK-83', 'TASK-84', 'TASK-92'],
    async () => {
      const work = await openWork(world)
      const { consumer, owner } = work
      work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
      const ids: string[] = []
      for (let n = 0; n < 2; n++) {
        const id = await commission(world, work)
        await leaving(world, work, id)
        ids.push(id)
      }
      const [first, second] = await Promise.all(ids.map(id => recordOf(world, consumer, id)))
      equal(await recordOf(world, owner, ids[0]!), first)
      const claims = await verifiedRecord(world, first!, 'colloquy-receipt+jwt')
      const task = await read(world, consumer, ids[0]!)
      deepEqual(
        [claims.broker_task_id, claims.receipt_id, claims.state, claims.contract_hash, claims.previous_sha256],
        [ids[0], task.receipt_id, 'completed', task.contract_hash, null],
      )
      deepEqual(claims.artifact_sha256, [sha256('Done.')])
      equal(claims.request_sha256, sha256(canonical({ message: task.message, data: task.data })))
      equal((await verifiedRecord(world, second!, 'colloquy-receipt+jwt')).previous_sha256, sha256(first!))
      await requireBundle(world, owner, { id: ids[0]!, receipt: first! })
      requireProblem(await world.call(await world.agent('curious'), 'GET', `/service-tasks/${ids[0]}/receipt`), 'not-found')
      const events = (await eventsOf(world, consumer)).filter(({ type }) => type === 'service.task.updated')
      deepEqual(new Set(events.map(({ data }) => data.broker_task_id)), new Set(ids))
    },
  )
}

async function requireBundle(world: World, owner: Identity, { id, receipt }: { id: string; receipt: string }) {
  const bundle = requireStatus(await world.call(owner, 'GET', `/service-tasks/${id}/bundle`), 200).as(shapes.bundle)
  equal(bundle.receipt, receipt)
  equal(bundle.contract_hash, `sha256:${sha256(canonical(bundle.contract))}`)
  deepEqual(
    bundle.states.map(({ state }) => state),
    ['working', 'completed'],
  )
  ok(!JSON.stringify(bundle).includes('Weave it.'), 'the bundle has words of the work')
}
