import test from 'ava'
import { compactVerify, importJWK } from 'jose'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { completeTestTask, offerTestService } from '../../testing/fixtures/test-market.ts'
import { makePrivate, settledOutcome, slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { sha256 } from '../core/text/digest.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { getServiceOffer } from '../offers/get-service-offer.ts'
import { invokeAgentService } from '../tasks/invoke-agent-service.ts'
import { pseudonymOf } from '../tasks/records/pseudonym.ts'
import { retentionJob } from '../tasks/retention.job.ts'
import { answerServiceDispute } from './answer-service-dispute.ts'
import { getServiceDispute } from './get-service-dispute.ts'
import { listServiceDisputes } from './list-service-disputes.ts'
import { openServiceDispute } from './open-service-dispute.ts'
import { decideDispute } from './operator/decide-dispute.ts'
import { listDisputes } from './operator/list-disputes.ts'
import { showDispute } from './operator/show-dispute.ts'
import { withdrawServiceDispute } from './withdraw-service-dispute.ts'

const world = useTestWorld(test)

let named = 0
const someone = (prefix: string) => world().agent(`${prefix}-${named++}`)

/** A buyer, a provider, and a completed task. */
async function served() {
  const [ann, bob] = [await someone('ann'), await someone('bob')]
  const offer = await offerTestService(world(), bob)
  return { ann, bob, offer, task: await completeTestTask(world(), [ann, bob], offer) }
}

const open = (by: AgentActor, broker_task_id: string, statement = 'It was late.') =>
  world().call(openServiceDispute, by, { broker_task_id, statement })
const answer = (by: AgentActor, broker_task_id: string, statement = 'It was not.') =>
  world().call(answerServiceDispute, by, { broker_task_id, statement })
const withdraw = (by: AgentActor, broker_task_id: string) =>
  world().call(withdrawServiceDispute, by, { broker_task_id })
const read = (by: AgentActor, broker_task_id: string) => world().call(getServiceDispute, by, { broker_task_id })
const decide = (dispute_id: string, outcome = 'upheld', reason = 'It was late.') =>
  world().callOperator(decideDispute, { dispute_id, outcome, reason })

const changesFor = async (agent: AgentActor) =>
  (await world().eventsFor(agent))
    .filter(({ type }) => type === 'service.dispute.updated')
    .map(({ body }) => (body as { data: { change: string } }).data.change)

test.serial('both sides state their positions, an operator decides, and the record proves it', async t => {
  const { ann, bob, offer, task } = await served()
  const figures = await world().call(getServiceOffer, ann, { offer_revision_id: offer.offer_revision_id })
  const { dispute_id, ...opened } = await open(ann, task)
  t.like(opened, { broker_task_id: task, side: 'consumer', state: 'open', statement: 'It was late.', answer: null })
  t.like(await read(bob, task), { dispute_id, side: 'provider', statement: 'It was late.', decision: null })
  t.false(JSON.stringify(await read(bob, task)).includes(ann.agent_id))
  t.like(await answer(bob, task), { dispute_id, state: 'open', answer: 'It was not.' })
  t.like((await world().callOperator(listDisputes, {})).disputes.at(-1), { dispute_id, consumer_handle: ann.handle })
  t.like(await world().callOperator(showDispute, { dispute_id }), {
    ...{ provider_handle: bob.handle, receipt: 'receipt', statement: 'It was late.', answer: 'It was not.' },
  })
  const { record } = await decide(dispute_id)
  for (const [side, agent] of [['consumer', ann] as const, ['provider', bob] as const]) {
    const { state, decision, ...rest } = await read(agent, task)
    t.is(rest.side, side)
    t.like({ state, ...decision }, { state: 'decided', outcome: 'upheld', reason: 'It was late.', record })
  }
  const [key] = await world().db.many<{ public_jwk: object }>(SQL`
    select public_jwk from signing_key where purpose = 'records'`)
  const { payload, protectedHeader } = await compactVerify(record, await importJWK(key!.public_jwk, 'EdDSA'))
  t.is(protectedHeader.typ, 'colloquy-dispute+jwt')
  t.deepEqual(JSON.parse(Buffer.from(payload).toString()), {
    iss: world().runtime.installation.baseUrl,
    dispute_id,
    broker_task_id: task,
    receipt_id: opened.receipt_id,
    receipt_sha256: 'of it',
    provider_agent_id: bob.agent_id,
    consumer: pseudonymOf(world().runtime.secret, bob.agent_id, ann.agent_id),
    statement_sha256: sha256('It was late.'),
    answer_sha256: sha256('It was not.'),
    outcome: 'upheld',
    reason: 'It was late.',
    decided_at: (await read(ann, task)).decision?.decided_at,
  })
  t.deepEqual(await changesFor(ann), ['answered', 'decided'])
  t.deepEqual(await changesFor(bob), ['opened', 'decided'])
  t.is(await slugOf(decide(dispute_id, 'rejected')), 'dispute-closed')
  t.is(await slugOf(withdraw(ann, task)), 'dispute-closed')
  t.deepEqual(await world().call(getServiceOffer, ann, { offer_revision_id: offer.offer_revision_id }), figures)
})

test.serial('a consumer can dispute a receipt once, within 14 days', async t => {
  const { ann, bob, offer, task } = await served()
  for (const other of [bob, await someone('carl')]) t.is(await slugOf(open(other, task)), 'not-found')
  const unsent = { offer_revision_id: offer.offer_revision_id, message: 'Do it.', idempotency_key: 'unsent' }
  const { broker_task_id } = await world().call(invokeAgentService, ann, unsent)
  t.is(await slugOf(open(ann, broker_task_id as string)), 'not-disputable')
  t.is(await slugOf(open(ann, task, 'x'.repeat(2_001))), 'validation-error')
  const secret = `ghp_${'q7RvT2mZp9Lk3XwD8sHf'.repeat(2).slice(0, 36)}`
  t.is(await slugOf(open(ann, task, secret)), 'credential-suspected')
  const other = await completeTestTask(world(), [ann, bob], offer)
  world().advance(14 * DAY - 1)
  t.is(await settledOutcome(open(ann, task)), 'done')
  t.is(await settledOutcome(open(ann, task)), 'done')
  t.is(await slugOf(open(ann, task, 'It was torn.')), 'dispute-exists')
  t.deepEqual(await changesFor(bob), ['opened'])
  world().advance(1)
  t.is(await slugOf(open(ann, other)), 'not-disputable')
})

test.serial('agents of the same owner and hidden agents cannot be disputed', async t => {
  const { ann, bob, task } = await served()
  await makePrivate(world().runtime, ann.agent_id)
  const denied = await world().refusal(open({ ...ann, visibility: 'private' }, task))
  t.like(denied, { slug: 'private-agent-outbound-denied', members: { capability: 'dispute_service' } })
  await makePrivate(world().runtime, bob.agent_id)
  t.is(await slugOf(open(ann, task)), 'not-found')
  const { bob: ben, offer } = await served()
  t.is(await slugOf(open(ben, await completeTestTask(world(), [ben, ben], offer))), 'self-dispute')
})

test.serial('a provider answers once, also if it is blocked, until the dispute is closed', async t => {
  const { ann, bob, task } = await served()
  await world().call(blockAgent, bob, { target_handle: ann.handle })
  await open(ann, task)
  for (const other of [ann, await someone('carl')]) t.is(await slugOf(answer(other, task)), 'not-found')
  for (const time of ['first', 'again']) t.is((await answer(bob, task)).answer, 'It was not.', time)
  t.is(await slugOf(answer(bob, task, 'It was early.')), 'dispute-answered')
  t.deepEqual(await changesFor(ann), ['answered'])
  const { ann: amy, bob: ben, task: withdrawn } = await served()
  const { dispute_id } = await open(amy, withdrawn)
  t.is(await slugOf(withdraw(ben, withdrawn)), 'not-found')
  for (const time of ['first', 'again']) t.is((await withdraw(amy, withdrawn)).state, 'withdrawn', time)
  t.deepEqual(await changesFor(ben), ['opened', 'withdrawn'])
  t.is(await slugOf(answer(ben, withdrawn)), 'dispute-closed')
  t.is(await slugOf(open(amy, withdrawn)), 'dispute-exists')
  t.is(await slugOf(decide(dispute_id)), 'dispute-closed')
  t.is(await slugOf(decide(withdrawn)), 'not-found')
  t.is(await slugOf(world().callOperator(showDispute, { dispute_id: withdrawn })), 'not-found')
})

test.serial('only its sides see a dispute, on several pages, without text of a hidden side', async t => {
  const { ann, bob, offer, task } = await served()
  const tasks = [task, await completeTestTask(world(), [ann, bob], offer)]
  for (const one of tasks) await open(ann, one)
  await answer(bob, task)
  const own = await offerTestService(world(), ann)
  const asProvider = await completeTestTask(world(), [bob, ann], own)
  await open(bob, asProvider)
  const carl = await someone('carl')
  t.is(await slugOf(read(carl, task)), 'not-found')
  t.deepEqual((await world().call(listServiceDisputes, carl, {})).items, [])
  for (const agent of [ann, bob]) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await world().call(listServiceDisputes, agent, { limit: 1, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ broker_task_id }) => broker_task_id))
      cursor = page.next_cursor
    } while (cursor)
    t.deepEqual(seen, [asProvider, ...tasks.toReversed()])
  }
  await makePrivate(world().runtime, bob.agent_id)
  t.like(await read(ann, task), { statement: 'It was late.', answer: null })
  t.like(await read(ann, asProvider), { statement: null, side: 'provider' })
  t.is((await read({ ...bob, visibility: 'private' }, task)).answer, 'It was not.')
})

test.serial('a dispute outlives its receipt, and is deleted with either side', async t => {
  const [first, second] = [await served(), await served()]
  for (const { ann, task } of [first, second]) await open(ann, task)
  world().advance(91 * DAY)
  await retentionJob.run(jobContext(world().runtime, 'test'))
  const { dispute_id } = await read(first.bob, first.task)
  t.like(await world().callOperator(showDispute, { dispute_id }), { receipt: null })
  const remove = ({ agent_id }: AgentActor) =>
    world().db.transaction(tx => deleteAgent(tx, agent_id, new Date(world().runtime.clock())))
  await remove(first.ann)
  await remove(second.bob)
  t.is(await slugOf(read(first.bob, first.task)), 'not-found')
  t.is(await slugOf(read(second.ann, second.task)), 'not-found')
})
