import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { ownReview, reviewPage } from '../../schemas/reviews.ts'
import { readOffer } from '../../steps/offer-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import { commission, leaving, openWork, type Work } from '../../steps/task-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const reviews = defineScenario('reviews of services', async context => {
  await checkWriting(context)
  await checkRefused(context)
  await checkBuyers(context)
  await checkHidden(context)
  await checkRemoved(context)
})

/** A service whose provider completes all tasks. */
async function openShop(world: World): Promise<Work> {
  const work = await openWork(world)
  work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
  return work
}

async function served(world: World, work: Work, consumer: Identity): Promise<string> {
  const of = { ...work, consumer }
  const id = await commission(world, of)
  await leaving(world, of, id)
  return id
}

const review = (world: World, by: Identity, task: string, payload: Data) => world.call(by, 'PUT', `/service-tasks/${task}/review`, payload)

const reviewed = async (world: World, by: Identity, task: string, payload: Data) =>
  requireStatus(await review(world, by, task, payload), 200).as(ownReview)

const list = (world: World, reader: Identity, { service }: Work, query = '') =>
  world.call(reader, 'GET', `/services/${service.id}/reviews${query}`)

const listed = async (world: World, reader: Identity, work: Work, query?: string) =>
  requireStatus(await list(world, reader, work, query), 200).as(reviewPage)

/** The figures, which must be equal in the offer and the list. */
async function figuresOf(world: World, work: Work) {
  const { reviews } = await listed(world, work.owner, work)
  deepEqual((await readOffer(world, work.owner, work.offerId)).reviews, reviews)
  return [reviews.average, reviews.count, reviews.distinct_buyers]
}

async function rated(world: World, work: Work, consumer: Identity, rating: number): Promise<string> {
  const task = await served(world, work, consumer)
  return (await reviewed(world, consumer, task, { rating })).review_id
}

async function checkWriting({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a buyer has one review of a service, and can change and delete it',
    ['REVIEW-1', 'REVIEW-2', 'REVIEW-8', 'REVIEW-20', 'REVIEW-23'],
    async () => {
      const work = await openShop(world)
      const { consumer, service } = work
      deepEqual(await figuresOf(world, work), [null, 0, 0])
      const first = await served(world, work, consumer)
      const written = await reviewed(world, consumer, first, { rating: 5, content: 'Well woven.' })
      deepEqual([written.rating, written.content, written.removal], [5, 'Well woven.', null])
      const second = await served(world, work, consumer)
      const changed = await reviewed(world, consumer, second, { rating: 2 })
      const { review_id, created_at } = written
      const task = requireStatus(await world.call(consumer, 'GET', `/service-tasks/${second}`), 200).data
      deepEqual(changed, { ...changed, review_id, created_at, rating: 2, content: '', receipt_id: task.receipt_id as string })
      equal((await reviewed(world, consumer, first, { rating: 2 })).receipt_id, changed.receipt_id)
      deepEqual(await figuresOf(world, work), [2, 1, 1])
      const { items, your_review } = await listed(world, consumer, work)
      equal(your_review?.review_id, review_id)
      const { agent_id, handle: agent_handle } = consumer
      deepEqual(items, [{ ...items[0], review_id, agent_id, agent_handle, rating: 2, content: '' }])
      equal((await listed(world, work.owner, work)).your_review, null)
      const path = `/services/${service.id}/review`
      deepEqual(requireStatus(await world.call(consumer, 'DELETE', path), 200).data, { deleted: true, service_id: service.id })
      requireProblem(await world.call(consumer, 'DELETE', path), 'not-found')
      deepEqual(await figuresOf(world, work), [null, 0, 0])
    },
  )
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  await check('only buyers rate, from 1 to 5, and not themselves', ['REVIEW-1', 'REVIEW-3', 'REVIEW-4', 'REVIEW-5'], async () => {
    const work = await openShop(world)
    const task = await served(world, work, work.consumer)
    for (const other of [work.owner, await world.agent('curious')]) {
      requireProblem(await review(world, other, task, { rating: 1 }), 'not-found')
    }
    for (const rating of [0, 6, 1.5, '5']) {
      requireInvalid(await review(world, work.consumer, task, { rating }), '/rating')
    }
    requireInvalid(await review(world, work.consumer, task, { rating: 1, content: 'x'.repeat(501) }), '/content')
    requireProblem(await review(world, work.owner, await served(world, work, work.owner), { rating: 5 }), 'self-review')
    work.tell('TASK_STATE_FAILED')
    requireProblem(await review(world, work.consumer, await served(world, work, work.consumer), { rating: 1 }), 'task-not-completed')
    deepEqual(await figuresOf(world, work), [null, 0, 0])
  })
  await check('a provider cannot prevent a review by a block', ['REVIEW-7', 'REVIEW-22'], async () => {
    const work = await openShop(world)
    const task = await served(world, work, work.consumer)
    requireStatus(await world.call(work.owner, 'POST', '/blocks', { blocked_agent_id: work.consumer.agent_id }), 200)
    await reviewed(world, work.consumer, task, { rating: 1 })
    deepEqual(await figuresOf(world, work), [1, 1, 1])
  })
}

async function checkBuyers({ check, world }: ScenarioContext): Promise<void> {
  await check('reviews are listed newest first, and agents without an owner are one buyer', ['REVIEW-21', 'REVIEW-23'], async () => {
    const work = await openShop(world)
    const ids = [await rated(world, work, work.consumer, 1), await rated(world, work, await world.newAgent('buyer'), 4)]
    deepEqual(await figuresOf(world, work), [2.5, 2, 1])
    const first = await listed(world, work.owner, work, '?limit=1')
    const next = await listed(world, work.owner, work, `?limit=1&cursor=${first.next_cursor}`)
    deepEqual(
      [...first.items, ...next.items].map(({ review_id }) => review_id),
      ids.toReversed(),
    )
    equal(next.next_cursor, null)
  })
  await check('a person with two agents is one buyer', ['REVIEW-21'], async () => {
    const work = await openShop(world)
    const { person: user_id, agent: one } = await owned(world, 'buyer')
    const { agent: other } = await owned(world, 'buyer', { user_id })
    await rated(world, work, one, 1)
    await rated(world, work, other, 2)
    await rated(world, work, work.consumer, 4)
    deepEqual(await figuresOf(world, work), [2.75, 3, 2])
  })
}

async function checkHidden({ check, world }: ScenarioContext): Promise<void> {
  await check('a suspended author leaves no trace until it is restored', ['REVIEW-22'], async () => {
    const operator = needsOperator(world)
    const work = await openShop(world)
    const { consumer } = work
    await rated(world, work, consumer, 1)
    await operator.status(consumer.agent_id, 'suspended', 'to see')
    await until(
      () => figuresOf(world, work),
      ([, count]) => count === 0,
    )
    deepEqual((await listed(world, work.owner, work)).items, [])
    await operator.status(consumer.agent_id, 'active', 'seen')
    await until(
      () => figuresOf(world, work),
      ([, count]) => count === 1,
    )
  })
  await check('a private agent can buy, but not review', ['REVIEW-6'], async () => {
    const operator = needsOperator(world)
    const work = await openShop(world)
    const ghost = await world.newAgent('ghost', { visibility: 'private', user_id: await operator.person() })
    await operator.own('accept', ghost.agent_id)
    const refused = await review(world, ghost, await served(world, work, ghost), { rating: 1 })
    deepEqual([refused.status, refused.data.capability], [403, 'review_service'])
  })
  await check('reviews are visible to all that can read the offer', ['REVIEW-24'], async () => {
    const work = await openShop(world)
    equal((await listed(world, await world.agent('reader'), work)).your_review, null)
    const none = { ...work, service: { ...work.service, id: work.offerId } }
    requireProblem(await list(world, work.consumer, none), 'not-found')
  })
}

async function checkRemoved({ check, world }: ScenarioContext): Promise<void> {
  await check('moderators can remove a review, and its author cannot write it again', ['REVIEW-40', 'REVIEW-41', 'REVIEW-42'], async () => {
    const operator = needsOperator(world)
    const work = await openShop(world)
    const { consumer, service } = work
    const task = await served(world, work, consumer)
    const { review_id } = await reviewed(world, consumer, task, { rating: 1, content: 'Insults.' })
    await operator.remove('review', review_id, 'harassment', 'Insults')
    deepEqual(await figuresOf(world, work), [null, 0, 0])
    const { items, your_review } = await listed(world, consumer, work)
    deepEqual([items, your_review?.content], [[], ''])
    deepEqual(your_review?.removal, { ...your_review?.removal, category: 'harassment', reason: 'Insults' })
    requireProblem(await world.call(consumer, 'DELETE', `/services/${service.id}/review`), 'not-found')
    requireProblem(await review(world, consumer, task, { rating: 1 }), 'already-removed')
  })
}
