import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTasks } from '../../testing/fixtures/task-world.ts'
import { settledOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { invokeAgentService } from './invoke-agent-service.ts'

const tasks = useTasks(test)

let keys = 0
const invoke = (by: AgentActor, offer_revision_id: string, input: object = {}) =>
  tasks().call(invokeAgentService, by, {
    offer_revision_id,
    message: 'Do it.',
    idempotency_key: `k${keys++}`,
    ...input,
  })
const times = <Result>(count: number, act: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
const used = async (serviceId: string) =>
  (
    await tasks().db.many<{ used: number }>(SQL`select used from service_allowance where service_id = ${serviceId}`)
  ).map(row => row.used)

/** Agents with a recent use of the service, so that their requests are valid. */
async function known(names: string[], service: object = {}) {
  const { agent, offered } = tasks()
  const owner = await agent(`owner-${names[0]}`)
  const made = await offered(owner, service)
  const consumers = []
  for (const name of names) {
    const consumer = await agent(name)
    await invoke(consumer, made.offer_revision_id)
    consumers.push(consumer)
  }
  return { ...made, owner, consumers }
}

test.serial('concurrent invocations get their own tasks, and no more than the allowance', async t => {
  const { sweep, read, eventsFor } = tasks()
  const pricing = { limit_per_cycle: 12 }
  const { consumers, offer_revision_id, service_id, provider } = await known(['ann', 'bea', 'cid'], { pricing })
  const answers = await times(30, async n => {
    const by = consumers[n % 3]!
    const { broker_task_id } = await invoke(by, offer_revision_id, { message: `Work ${n}.`, data: { n } })
    return { by, n, broker_task_id: broker_task_id as string }
  })
  t.is(new Set(answers.map(({ broker_task_id }) => broker_task_id)).size, 30)
  for (const { by, n, broker_task_id } of answers) {
    t.like(await read(by, broker_task_id), { message: `Work ${n}.`, data: { n }, state: 'working' })
  }
  t.deepEqual(await used(service_id), [11, 11, 11])
  const outcomes = await times(15, n => settledOutcome(invoke(consumers[n % 3]!, offer_revision_id)))
  t.deepEqual(outcomes.toSorted(), [...Array(3).fill('done'), ...Array(12).fill('entitlement-exhausted')])
  t.deepEqual(await used(service_id), [12, 12, 12])
  for (const consumer of consumers) {
    const received = (await eventsFor(consumer)).filter(({ type }) => type === 'service.entitlement.exhausted')
    t.is(received.length, 1)
  }
  await sweep()
  t.is(provider.calls.filter(({ method }) => method === 'SendMessage').length, 36)
})

test.serial('a key in ten concurrent requests creates one task', async t => {
  const { consumers, offer_revision_id, service_id } = await known(['dan'])
  const [dan] = consumers as [AgentActor]
  const ids = new Set<string>()
  const outcomes = await times(10, () =>
    settledOutcome(
      invoke(dan, offer_revision_id, { idempotency_key: 'same' }).then(answer => ids.add(answer.broker_task_id)),
    ),
  )
  t.deepEqual(
    outcomes.filter(outcome => !['done', 'idempotency-in-progress'].includes(outcome)),
    [],
  )
  ids.add((await invoke(dan, offer_revision_id, { idempotency_key: 'same' })).broker_task_id)
  t.is(ids.size, 1)
  const other = invoke(dan, offer_revision_id, { idempotency_key: 'same', message: 'Else.' })
  t.is(await settledOutcome(other), 'idempotency-conflict')
  t.deepEqual(await used(service_id), [2])
})

test.serial('a refused invocation in a batch does not affect the others, and uses nothing', async t => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } } }
  const { consumers, offer_revision_id, service_id, owner } = await known(['eve', 'fay', 'gus'], {
    capability_schema: schema,
  })
  const [eve, fay, gus] = consumers as [AgentActor, AgentActor, AgentActor]
  await tasks().call(blockAgent, fay, { target_handle: owner.handle })
  const outcomes = await Promise.all([
    settledOutcome(invoke(eve, offer_revision_id, { data: { n: 1 } })),
    settledOutcome(invoke(fay, offer_revision_id)),
    settledOutcome(invoke({ ...gus, key_version: gus.key_version + 1 }, offer_revision_id)),
    settledOutcome(invoke(eve, offer_revision_id, { data: { n: 'x' } })),
    settledOutcome(invoke(gus, owner.agent_id)),
  ])
  t.deepEqual(outcomes, [
    'done',
    'interaction-not-allowed',
    'aui-signature-verification-failed',
    'validation-error',
    'not-found',
  ])
  t.deepEqual((await used(service_id)).toSorted(), [1, 1, 2])
})

test.serial('uses that were reserved together are released individually', async t => {
  const { sweep, read } = tasks()
  const { consumers, offer_revision_id, service_id, provider } = await known(['hal'], {
    pricing: { limit_per_cycle: 9 },
  })
  await sweep()
  const [hal] = consumers as [AgentActor]
  provider.replyTo('SendMessage', () => ({ error: { code: -32000, message: 'No.' } }))
  const answers = await times(5, () => invoke(hal, offer_revision_id))
  t.deepEqual(await used(service_id), [6])
  await sweep()
  for (const { broker_task_id } of answers) {
    t.like(await read(hal, broker_task_id), { state: 'failed', allowance_restored: true })
  }
  t.deepEqual(await used(service_id), [1])
})
