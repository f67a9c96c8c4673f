import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { disputePage, dispute as shape } from '../../schemas/disputes.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { readOffer } from '../../steps/offer-steps.ts'
import { verifiedRecord } from '../../steps/record-steps.ts'
import { commission, leaving, openWork, read as readTask, type Work } from '../../steps/task-steps.ts'
import type { World } from '../../world.ts'

export const disputes = defineScenario('disputes about receipts', async context => {
  await checkSides(context)
  await checkRefused(context)
  await checkClosed(context)
  await checkPrivate(context)
  await checkDecision(context)
})

interface Served extends Work {
  task: string
}

/** A task that its provider completed. */
async function served(world: World): Promise<Served> {
  const work = await openWork(world)
  work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
  return { ...work, task: await ended(world, work) }
}

async function ended(world: World, work: Pick<Work, 'consumer' | 'offerId'>): Promise<string> {
  const id = await commission(world, work)
  await leaving(world, work, id)
  return id
}

const path = (task: string) => `/service-tasks/${task}/dispute`
const open = (world: World, by: Identity, task: string, statement: unknown = 'It was late.') =>
  world.call(by, 'POST', path(task), { statement })
const opened = async (world: World, { consumer, task }: Served) => requireStatus(await open(world, consumer, task), 201).as(shape)
const answer = (world: World, by: Identity, task: string, statement = 'It was not.') =>
  world.call(by, 'POST', `${path(task)}/answer`, { statement })
const withdraw = (world: World, by: Identity, task: string) => world.call(by, 'DELETE', path(task))
const read = async (world: World, by: Identity, task: string) => requireStatus(await world.call(by, 'GET', path(task)), 200).as(shape)
const listed = async (world: World, by: Identity, query = '') =>
  requireStatus(await world.call(by, 'GET', `/service-disputes${query}`), 200).as(disputePage)

const changesFor = async (world: World, agent: Identity, dispute: { dispute_id: string; broker_task_id: string }) =>
  (await eventsOf(world, agent))
    .filter(({ type, data }) => type === 'service.dispute.updated' && data.dispute_id === dispute.dispute_id)
    .map(({ data }) => {
      equal(data.broker_task_id, dispute.broker_task_id)
      return data.change
    })

async function checkSides({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'both sides state their positions and read both, and nobody else does',
    ['DISPUTE-1', 'DISPUTE-8', 'DISPUTE-20', 'DISPUTE-21'],
    async () => {
      const work = await served(world)
      const { consumer, owner, service, task } = work
      const { receipt_id } = await readTask(world, consumer, task)
      const dispute = await opened(world, work)
      deepEqual(dispute, {
        ...{ dispute_id: dispute.dispute_id, opened_at: dispute.opened_at, broker_task_id: task, receipt_id },
        ...{ service_id: service.id, side: 'consumer', state: 'open', statement: 'It was late.' },
        ...{ answer: null, answered_at: null, decision: null },
      })
      const answered = requireStatus(await answer(world, owner, task), 200).as(shape)
      deepEqual([answered.side, answered.statement, answered.answer], ['provider', 'It was late.', 'It was not.'])
      deepEqual(await read(world, owner, task), answered)
      deepEqual(await read(world, consumer, task), { ...answered, side: 'consumer' })
      ok(!JSON.stringify(answered).includes(consumer.agent_id), 'the provider learns who the consumer is')
      const other = await world.newAgent('curious')
      requireProblem(await world.call(other, 'GET', path(task)), 'not-found')
      deepEqual((await listed(world, other)).items, [])
      const second = { ...work, task: await ended(world, work) }
      await opened(world, second)
      for (const side of [consumer, owner]) {
        const first = await listed(world, side, '?limit=1')
        const next = await listed(world, side, `?limit=1&cursor=${first.next_cursor}`)
        const ids = [...first.items, ...next.items].map(({ broker_task_id }) => broker_task_id)
        deepEqual(ids, [second.task, task])
      }
    },
  )
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'only the consumer can dispute a receipt, once',
    ['DISPUTE-1', 'DISPUTE-2', 'DISPUTE-3', 'DISPUTE-4', 'DISPUTE-5'],
    async () => {
      const work = await served(world)
      const { consumer, owner, task } = work
      for (const other of [owner, await world.agent('curious')]) {
        requireProblem(await open(world, other, task), 'not-found')
      }
      for (const statement of ['', 'x'.repeat(2_001)]) {
        requireInvalid(await open(world, consumer, task, statement), '/statement')
      }
      const dispute = await opened(world, work)
      deepEqual(await opened(world, work), dispute)
      requireProblem(await open(world, consumer, task, 'It was torn.'), 'dispute-exists')
      requireProblem(await open(world, owner, await ended(world, { ...work, consumer: owner })), 'self-dispute')
      work.tell('TASK_STATE_WORKING')
      requireProblem(await open(world, consumer, await commission(world, work)), 'not-disputable')
    },
  )
  await check('a block prevents neither a dispute nor its answer', ['DISPUTE-7'], async () => {
    const work = await served(world)
    const { consumer, owner, task } = work
    requireStatus(await world.call(owner, 'POST', '/blocks', { blocked_agent_id: consumer.agent_id }), 200)
    await opened(world, work)
    requireStatus(await answer(world, owner, task), 200)
  })
}

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a provider answers once, and a withdrawn dispute stays withdrawn',
    ['DISPUTE-3', 'DISPUTE-8', 'DISPUTE-9', 'DISPUTE-10', 'DISPUTE-23'],
    async () => {
      const work = await served(world)
      const { consumer, owner, task } = work
      const dispute = await opened(world, work)
      requireProblem(await answer(world, consumer, task), 'not-found')
      const answered = requireStatus(await answer(world, owner, task), 200).as(shape)
      deepEqual(requireStatus(await answer(world, owner, task), 200).as(shape), answered)
      requireProblem(await answer(world, owner, task, 'It was early.'), 'dispute-answered')
      requireProblem(await withdraw(world, owner, task), 'not-found')
      const withdrawn = requireStatus(await withdraw(world, consumer, task), 200).as(shape)
      equal(withdrawn.state, 'withdrawn')
      deepEqual(requireStatus(await withdraw(world, consumer, task), 200).as(shape), withdrawn)
      requireProblem(await answer(world, owner, task), 'dispute-closed')
      requireProblem(await open(world, consumer, task), 'dispute-exists')
      deepEqual(await changesFor(world, owner, dispute), ['opened', 'withdrawn'])
      deepEqual(await changesFor(world, consumer, dispute), ['answered'])
    },
  )
}

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('a private agent can buy, but not dispute', ['DISPUTE-6'], async () => {
    const operator = needsOperator(world)
    const work = await served(world)
    const ghost = await world.newAgent('ghost', { visibility: 'private', user_id: await operator.person() })
    await operator.own('accept', ghost.agent_id)
    const refused = await open(world, ghost, await ended(world, { ...work, consumer: ghost }))
    deepEqual([refused.status, refused.data.capability], [403, 'dispute_service'])
  })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function checkDecision({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an operator decides once, on record, and moves no money',
    ['DISPUTE-10', 'DISPUTE-23', 'DISPUTE-30', 'DISPUTE-31', 'DISPUTE-32', 'DISPUTE-33'],
    async () => {
      const operator = needsOperator(world)
      const work = await served(world)
      const { consumer, owner, task } = work
      const receiptOf = async () =>
        String(requireStatus(await world.call(owner, 'GET', `/service-tasks/${task}/receipt`), 200).data.receipt)
      const receipt = await receiptOf()
      const entitlements = async () => requireStatus(await world.call(consumer, 'GET', '/entitlements'), 200).data
      const before = [(await readOffer(world, owner, work.offerId)).reviews, await entitlements()]
      const dispute = await opened(world, work)
      const { dispute_id, receipt_id } = dispute
      await operator.dispute(dispute_id, 'rejected', 'It was in time.')
      const { decision, state } = await read(world, owner, task)
      deepEqual([state, (await read(world, consumer, task)).decision], ['decided', decision])
      const { record, ...decided } = decision!
      deepEqual(decided, { ...decided, outcome: 'rejected', reason: 'It was in time.' })
      const { consumer: pseudonym } = await verifiedRecord(world, receipt, 'colloquy-receipt+jwt')
      const { iss, ...claims } = await verifiedRecord(world, record, 'colloquy-dispute+jwt')
      // The operator command may use another base URL than the suite.
      ok(URL.canParse(iss), 'iss')
      deepEqual(claims, {
        ...{ dispute_id, broker_task_id: task, receipt_id, receipt_sha256: sha256(receipt) },
        ...{ provider_agent_id: owner.agent_id, consumer: pseudonym },
        ...{ statement_sha256: sha256('It was late.'), answer_sha256: null, ...decided },
      })
      requireProblem(await answer(world, owner, task), 'dispute-closed')
      requireProblem(await withdraw(world, consumer, task), 'dispute-closed')
      for (const side of [consumer, owner]) equal((await changesFor(world, side, dispute)).at(-1), 'decided')
      deepEqual([(await readOffer(world, owner, work.offerId)).reviews, await entitlements()], before)
      equal(await receiptOf(), receipt)
    },
  )
}
