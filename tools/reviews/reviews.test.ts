import { deepEqual } from 'node:assert/strict'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { newPerson } from '../../testing/fixtures/person-notifications.ts'
import { useTasks } from '../../testing/fixtures/task-world.ts'
import { makePrivate, settledOutcome, slugOf } from '../../testing/fixtures/test-world.ts'
import { ANONYMOUS } from '../core/agent-status/anonymous.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { getServiceOffer } from '../offers/get-service-offer.ts'
import { retentionJob } from '../tasks/retention.job.ts'
import { deleteServiceReview } from './delete-service-review.ts'
import { listServiceReviews } from './list-service-reviews.ts'
import { removeReview } from './remove-review.ts'
import { reviewService } from './review-service.ts'

const tasks = useTasks(test)

let named = 0
const someone = (prefix: string) => tasks().agent(`${prefix}-${named++}`)

type Offered = Awaited<ReturnType<ReturnType<typeof tasks>['offered']>>

const offeredBy = async (owner: AgentActor): Promise<Offered> => await tasks().offered(owner)

/** A task of an agent that ended in that state. */
async function ended(consumer: AgentActor, { provider, offer_revision_id }: Offered, state = 'COMPLETED') {
  const broker_task_id = await tasks().invoke(consumer, offer_revision_id)
  await tasks().sweep()
  provider.updateTask(broker_task_id, {
    state: `TASK_STATE_${state}`,
    artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }],
  })
  tasks().advance(1_000)
  await tasks().sweep()
  return broker_task_id
}

const review = (by: AgentActor, broker_task_id: string, rating = 4, content = 'Good work.') =>
  tasks().call(reviewService, by, { broker_task_id, rating, content })
const listed = (service_id: string, by: AgentActor = ANONYMOUS, page: object = {}) =>
  tasks().call(listServiceReviews, by, { service_id, ...page })
const figuresOf = async ({ service_id, offer_revision_id }: Offered) => {
  const { reviews } = await listed(service_id)
  // The offer has the same figures.
  deepEqual((await tasks().call(getServiceOffer, ANONYMOUS, { offer_revision_id })).reviews, reviews)
  return [reviews.average, reviews.count, reviews.distinct_buyers]
}

async function own(...agents: AgentActor[]): Promise<void> {
  const person = await newPerson(tasks())
  for (const { agent_id } of agents) {
    await tasks().db.many(SQL`update agent set owner_id = ${person.user_id} where id = ${agent_id}`)
  }
}

async function served(prefix: string, offer: Offered, rating: number): Promise<AgentActor> {
  const buyer = await someone(prefix)
  await review(buyer, await ended(buyer, offer), rating)
  return buyer
}

test.serial('a buyer has one review, which their next task can change', async t => {
  const [bob, ann] = [await someone('bob'), await someone('ann')]
  const offer = await offeredBy(bob)
  t.deepEqual(await figuresOf(offer), [null, 0, 0])
  const first = await ended(ann, offer)
  const written = await review(ann, first)
  t.like(written, { rating: 4, content: 'Good work.', removal: null })
  tasks().advance(1_000)
  const second = await ended(ann, offer)
  const changed = await review(ann, second, 1, '')
  t.like(changed, { review_id: written.review_id, created_at: written.created_at, rating: 1, content: '' })
  t.not(changed.receipt_id, written.receipt_id)
  t.is((await review(ann, first, 2)).receipt_id, changed.receipt_id)
  t.deepEqual(await figuresOf(offer), [2, 1, 1])
  const { items, your_review } = await listed(offer.service_id, ann)
  t.is(your_review?.review_id, written.review_id)
  t.like(items[0], { agent_id: ann.agent_id, agent_handle: ann.handle, rating: 2, content: 'Good work.' })
  t.is((await listed(offer.service_id)).your_review, null)
  await tasks().call(deleteServiceReview, ann, { service_id: offer.service_id })
  t.deepEqual(await figuresOf(offer), [null, 0, 0])
  t.is(await slugOf(tasks().call(deleteServiceReview, ann, { service_id: offer.service_id })), 'not-found')
})

test.serial('a review requires a completed task of its author, and a rating from 1 to 5', async t => {
  const [bob, ann] = [await someone('bob'), await someone('ann')]
  const offer = await offeredBy(bob)
  const done = await ended(ann, offer)
  for (const other of [bob, await someone('carl')]) t.is(await slugOf(review(other, done)), 'not-found')
  t.is(await slugOf(review(ann, await ended(ann, offer, 'FAILED'))), 'task-not-completed')
  t.is(await slugOf(review(ann, await tasks().invoke(ann, offer.offer_revision_id))), 'task-not-completed')
  for (const rating of [0, 6, 2.5]) t.is(await slugOf(review(ann, done, rating)), 'validation-error')
  t.is(await slugOf(review(ann, done, 5, 'x'.repeat(501))), 'validation-error')
  t.is(
    await slugOf(review(ann, done, 5, `ghp_${'q7RvT2mZp9Lk3XwD8sHf'.repeat(2).slice(0, 36)}`)),
    'credential-suspected',
  )
  t.is(await settledOutcome(review(ann, done, 5, '🦆'.repeat(500))), 'done')
  t.is(await slugOf(listed(done)), 'not-found')
})

test.serial(
  'an owner has the same weight with many agents as with one, and agents without an owner have that of one',
  async t => {
    const offer = await offeredBy(await someone('bob'))
    const [ann, amy] = [await served('ann', offer, 5), await served('amy', offer, 4)]
    await served('carl', offer, 1)
    await served('dora', offer, 2)
    t.deepEqual(await figuresOf(offer), [3, 4, 1])
    await own(ann, amy)
    t.deepEqual(await figuresOf(offer), [3, 4, 2])
    await own(amy)
    t.deepEqual(await figuresOf(offer), [3.5, 4, 3])
  },
)

test.serial(
  "agents of the provider's owner cannot review it, and do not count if they become its owner's later",
  async t => {
    const [bob, ben] = [await someone('bob'), await someone('ben')]
    const offer = await offeredBy(bob)
    t.is(await slugOf(review(bob, await ended(bob, offer))), 'self-review')
    await own(bob, ben)
    t.is(await slugOf(review(ben, await ended(ben, offer))), 'self-review')
    const ann = await served('ann', offer, 5)
    t.deepEqual(await figuresOf(offer), [5, 1, 1])
    await tasks().db.many(SQL`
    update agent set owner_id = (select owner_id from agent where id = ${bob.agent_id}) where id = ${ann.agent_id}`)
    t.deepEqual(await figuresOf(offer), [null, 0, 0])
    t.deepEqual((await listed(offer.service_id)).items, [])
  },
)

test.serial('hidden, suspended and deleted authors leave no trace; a block changes nothing', async t => {
  const bob = await someone('bob')
  const offer = await offeredBy(bob)
  const [ann, carl, dora] = [
    await served('ann', offer, 1),
    await served('carl', offer, 2),
    await served('dora', offer, 3),
  ]
  await tasks().call(blockAgent, bob, { target_handle: ann.handle })
  const eve = await someone('eve')
  const task = await ended(eve, offer)
  await tasks().call(blockAgent, bob, { target_handle: eve.handle })
  await review(eve, task, 4)
  t.deepEqual(await figuresOf(offer), [2.5, 4, 1])
  await makePrivate(tasks().runtime, ann.agent_id)
  t.deepEqual(await figuresOf(offer), [3, 3, 1])
  await tasks().callOperator(setAgentStatus, { agent: carl.handle, status: 'suspended', reason: 'x' })
  t.deepEqual(await figuresOf(offer), [3.5, 2, 1])
  await tasks().db.transaction(tx => deleteAgent(tx, dora.agent_id, new Date(tasks().runtime.clock())))
  t.deepEqual(await figuresOf(offer), [4, 1, 1])
  t.deepEqual(
    (await listed(offer.service_id)).items.map(({ agent_id }) => agent_id),
    [eve.agent_id],
  )
  const ghost = await someone('ghost')
  const hidden = await ended(ghost, offer)
  await makePrivate(tasks().runtime, ghost.agent_id)
  const denied = await tasks().refusal(review({ ...ghost, visibility: 'private' }, hidden))
  t.like(denied, { slug: 'private-agent-outbound-denied', members: { capability: 'review_service' } })
  await makePrivate(tasks().runtime, bob.agent_id)
  t.is(await slugOf(listed(offer.service_id)), 'not-found')
  t.is(await slugOf(review(eve, task)), 'not-found')
})

test.serial('a removed review is not counted and cannot be rewritten, and only its author sees the reason', async t => {
  const offer = await offeredBy(await someone('bob'))
  const ann = await someone('ann')
  const task = await ended(ann, offer)
  const { review_id } = await review(ann, task, 1, 'Insults.')
  await served('carl', offer, 5)
  const removal = { review_id, category: 'harassment', note: 'Insults' }
  await tasks().callOperator(removeReview, removal)
  t.is(await slugOf(tasks().callOperator(removeReview, removal)), 'already-removed')
  t.is(await slugOf(tasks().callOperator(removeReview, { ...removal, review_id: task })), 'not-found')
  t.deepEqual(await figuresOf(offer), [5, 1, 1])
  const { your_review, items } = await listed(offer.service_id, ann)
  t.like(your_review, { content: '', removal: { category: 'harassment', reason: 'Insults' } })
  t.is(items.length, 1)
  t.is(await slugOf(tasks().call(deleteServiceReview, ann, { service_id: offer.service_id })), 'not-found')
  t.is(await slugOf(review(ann, task)), 'already-removed')
})

test.serial('reviews are listed newest first on several pages, and outlive their receipts', async t => {
  const offer = await offeredBy(await someone('bob'))
  const buyers = [await served('ann', offer, 1), await served('carl', offer, 3), await served('dora', offer, 5)]
  tasks().advance(91 * DAY)
  await retentionJob.run(jobContext(tasks().runtime, 'test'))
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await listed(offer.service_id, ANONYMOUS, { limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ agent_id }) => agent_id))
    cursor = page.next_cursor
  } while (cursor)
  t.deepEqual(seen, buyers.map(({ agent_id }) => agent_id).reverse())
})
