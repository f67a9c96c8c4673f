import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTasks } from '../../testing/fixtures/task-world.ts'
import { mint } from '../../testing/fixtures/test-market.ts'
import { settledOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { invokeAgentService } from './invoke-agent-service.ts'

const tasks = useTasks(test)

let keys = 0
const invoke = (by: AgentActor, offer_revision_id: string, input: object = {}, transport: 'rest' | 'mcp' = 'rest') =>
  tasks().call(
    invokeAgentService,
    by,
    { offer_revision_id, message: 'Do it.', idempotency_key: `k${keys++}`, ...input },
    transport,
  )
const used = async (serviceId: string) =>
  (
    await tasks().db.many<{ used: number }>(SQL`select used from service_allowance where service_id = ${serviceId}`)
  ).map(row => row.used)

test.serial('a key creates one task, whatever is repeated on whichever transport', async t => {
  const { agent, offered, sweep, read } = tasks()
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const { provider, offer_revision_id, service_id } = await offered(bob)
  const first = await invoke(ann, offer_revision_id, { idempotency_key: 'once' })
  t.deepEqual(first, { broker_task_id: first.broker_task_id, state: 'working', poll_after_seconds: 2 })
  await sweep()
  provider.updateTask(first.broker_task_id, { state: 'TASK_STATE_COMPLETED' })
  tasks().advance(1_000)
  await sweep()
  const again = await invoke(ann, offer_revision_id, { idempotency_key: 'once' }, 'mcp')
  t.like(again, { broker_task_id: first.broker_task_id, state: 'completed' })
  t.like(await invoke(ann, offer_revision_id, { idempotency_key: 'once', data: {} }), again)
  t.is(
    await settledOutcome(invoke(ann, offer_revision_id, { idempotency_key: 'once', message: 'More.' })),
    'idempotency-conflict',
  )
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { idempotency_key: undefined })), 'validation-error')
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { idempotency_key: 'x'.repeat(129) })), 'validation-error')
  t.deepEqual(await used(service_id), [1])
  t.is(provider.calls.filter(({ method }) => method === 'SendMessage').length, 1)
  t.like(await read(ann, first.broker_task_id), { data: {}, message: 'Do it.' })
})

test.serial('of a hundred concurrent invocations as many are accepted as allowed', async t => {
  const { agent, offered, sweep } = tasks()
  const [ann, bob] = [await agent('ann-100'), await agent('bob-100')]
  const { provider, offer_revision_id, service_id } = await offered(bob, { pricing: { limit_per_cycle: 10 } })
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => settledOutcome(invoke(ann, offer_revision_id))))
  t.is(outcomes.filter(outcome => outcome === 'done').length, 10)
  t.is(outcomes.filter(outcome => outcome === 'entitlement-exhausted').length, 90)
  t.deepEqual(await used(service_id), [10])
  await sweep()
  t.is(provider.calls.length, 10)
})

test.serial('a refused invocation leaves nothing behind', async t => {
  const { agent, offered, db, refusal } = tasks()
  const [ann, bob] = [await agent('ann-refused'), await agent('bob-refused')]
  const capability_schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  const { offer_revision_id, service_id } = await offered(bob, { capability_schema })
  const { slug, members } = await refusal(invoke(ann, offer_revision_id, { data: { n: 'x' } }))
  t.is(slug, 'validation-error')
  t.is(members.errors![0]!.pointer, '/data/n')
  t.is(await settledOutcome(invoke(ann, offer_revision_id)), 'validation-error')
  t.is(await settledOutcome(invoke(ann, bob.agent_id)), 'not-found')
  await tasks().call(blockAgent, bob, { target_handle: ann.handle })
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { data: { n: 1 } })), 'interaction-not-allowed')
  t.deepEqual(await used(service_id), [])
  const { count } = await db.one<{ count: number }>(SQL`
    select count(*)::int as count from service_task where service_id = ${service_id}`)
  t.is(count, 0)
})

test.serial('credentials are not forwarded, and the refusal does not repeat them', async t => {
  const { agent, offered, refusal } = tasks()
  const [ann, bob] = [await agent('ann-secret'), await agent('bob-secret')]
  const { offer_revision_id, service_id } = await offered(bob)
  const token = `ghp_${'x1Y2'.repeat(9)}`
  for (const [input, pointer] of [
    [{ message: `Use ${token}.` }, '/message'],
    [{ data: { list: [{ deep: token }] } }, '/data/list/0/deep'],
    [{ data: { password: 'a' } }, '/data/password'],
  ] as const) {
    const problem = await refusal(invoke(ann, offer_revision_id, input))
    t.is(problem.slug, 'credential-part-forbidden')
    t.like(problem, { status: 422 })
    t.deepEqual(problem.members, { pointer })
    t.false(problem.message.includes(token))
  }
  t.is((await refusal(invoke(ann, bob.agent_id, { data: { token: 'x' } }))).slug, 'credential-part-forbidden')
  t.deepEqual(await used(service_id), [])
})

test.serial('data has a maximum size', async t => {
  const { agent, offered } = tasks()
  const [ann, bob] = [await agent('ann-size'), await agent('bob-size')]
  const { offer_revision_id } = await offered(bob)
  const room = 100_000 - '{"a":""}'.length
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { data: { a: 'x'.repeat(room) } })), 'done')
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { data: { a: 'x'.repeat(room + 1) } })), 'validation-error')
  t.is(
    await settledOutcome(invoke(ann, offer_revision_id, { data: { a: 'é'.repeat(room / 2 + 1) } })),
    'validation-error',
  )
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { message: '🦆'.repeat(4_000) })), 'done')
  t.is(await settledOutcome(invoke(ann, offer_revision_id, { message: '🦆'.repeat(4_001) })), 'validation-error')
})

test.serial('a superseded revision cannot be invoked, and the refusal names the current one', async t => {
  const { agent, offered, db, refusal } = tasks()
  const [ann, bob] = [await agent('ann-old'), await agent('bob-old')]
  const { offer_revision_id, service_id } = await offered(bob)
  await db.many(SQL`update service set description = 'New.' where id = ${service_id}`)
  const current = await mint(tasks(), bob, service_id)
  const problem = await refusal(invoke(ann, offer_revision_id))
  t.is(problem.slug, 'offer-revision-conflict')
  t.is(problem.members.current_offer_revision_id, current)
  t.is(await settledOutcome(invoke(ann, current!)), 'done')
})
