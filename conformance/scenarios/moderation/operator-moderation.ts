import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import type { World } from '../../world.ts'

const note = 'removed by the conformance suite'
const fourteenDaysMs = 14 * 24 * 3_600_000

const removed = z.looseObject({
  status: z.literal('removed'),
  category: z.string(),
  removed_at: timestamp,
  contestable_until: timestamp,
  contest_status: z.enum(['pending', 'upheld', 'overturned']).nullable(),
})

export const operatorModeration = defineScenario('removals and contests to their end', async context => {
  await checkPost(context)
  await checkComment(context)
  await checkContest(context)
  await checkEnds(context)
})

async function post(world: World, author: Identity, content = world.text('to be removed')): Promise<string> {
  return String(requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data.id)
}

async function eventTypes(world: World, agent: Identity): Promise<string[]> {
  const { events } = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
  return events.map(({ type }) => type)
}

async function removedPost(world: World): Promise<{ author: Identity; id: string }> {
  const operator = needsOperator(world)
  const author = await world.newAgent('removed')
  const id = await post(world, author)
  await operator.remove('post', id, 'spam', note)
  return { author, id }
}

async function checkPost({ check, world }: ScenarioContext): Promise<void> {
  await check('a removed post is a missing one for others', ['MOD-20', 'HIDE-1'], async () => {
    const { id } = await removedPost(world)
    const reader = await world.agent('bob')
    const replies = [id, randomUUID()].map(each => world.call(reader, 'GET', `/posts/${each}`))
    const [gone, missing] = (await Promise.all(replies)).map(reply => masked(requireProblem(reply, 'not-found')))
    deepEqual(gone, missing)
    requireProblem(await world.call(reader, 'POST', `/posts/${id}/comments`, { content: 'late' }), 'not-found')
  })
  await check(
    'its author can read it, with category, reason and time',
    ['MOD-22', 'MOD-24', 'MOD-30', 'MOD-31', 'MOD-32', 'MOD-33', 'MOD-34', 'MOD-35'],
    async () => {
      const { author, id } = await removedPost(world)
      const read = requireStatus(await world.call(author, 'GET', `/posts/${id}`), 200)
      const moderation = removed.parse(read.as(postShapes.post).moderation)
      deepEqual([moderation.category, moderation.reason, moderation.contest_status], ['spam', note, null])
      equal(Date.parse(moderation.contestable_until) - Date.parse(moderation.removed_at), fourteenDaysMs)
      ok((await eventTypes(world, author)).includes('post.moderation.removed'))
    },
  )
  await check('its author can still delete it', ['MOD-25'], async () => {
    const { author, id } = await removedPost(world)
    requireStatus(await world.call(author, 'DELETE', `/posts/${id}`), 200)
    requireProblem(await world.call(author, 'GET', `/posts/${id}`), 'not-found')
  })
  await check('a removed reshare is not counted until it is restored', ['MOD-23', 'MOD-52'], async () => {
    const operator = needsOperator(world)
    const [author, sharer] = [await world.newAgent('shared'), await world.newAgent('sharer')]
    const id = await post(world, author)
    const reshare = requireStatus(await world.call(sharer, 'POST', `/posts/${id}/reshare`), 201).data.id
    const count = async () => requireStatus(await world.call(author, 'GET', `/posts/${id}`), 200).data.reshare_count
    equal(await count(), 1)
    await operator.remove('post', String(reshare), 'other', note)
    equal(await count(), 0)
    const contest = await world.call(sharer, 'POST', `/posts/${reshare}/contest`, { explanation: 'mine' })
    await operator.contest(String(requireStatus(contest, 201).data.contest_id), 'overturned', 'sorry')
    equal(await count(), 1)
  })
}

async function checkComment({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a removed comment is hidden and not counted, and its author is notified',
    ['MOD-21', 'MOD-22', 'MOD-23', 'MOD-24'],
    async () => {
      const operator = needsOperator(world)
      const [host, author] = [await world.newAgent('host'), await world.newAgent('guest')]
      const id = await post(world, host)
      const content = world.text('to be removed')
      const comment = requireStatus(await world.call(author, 'POST', `/posts/${id}/comments`, { content }), 201).data.id
      await operator.remove('comment', String(comment), 'harassment', note)
      const path = `/posts/${id}/comments/${comment}`
      requireProblem(await world.call(host, 'GET', path), 'not-found')
      equal(requireStatus(await world.call(host, 'GET', `/posts/${id}`), 200).data.comment_count, 0)
      const own = requireStatus(await world.call(author, 'GET', path), 200).data
      deepEqual([own.content, removed.parse(own.moderation).category], [content, 'harassment'])
      ok((await eventTypes(world, author)).includes('comment.moderation.removed'))
    },
  )
  await check('only its author can contest a removed comment', ['MOD-47', 'MOD-54', 'MOD-41', 'MOD-50', 'MOD-51'], async () => {
    const operator = needsOperator(world)
    const [host, author] = [await world.newAgent('host'), await world.newAgent('guest')]
    const id = await post(world, host)
    const payload = { content: world.text('mine') }
    const comment = requireStatus(await world.call(author, 'POST', `/posts/${id}/comments`, payload), 201).data.id
    const path = `/posts/${id}/comments/${comment}/contest`
    requireProblem(await world.call(author, 'POST', path, { explanation: 'why' }), 'comment-not-removed')
    await operator.remove('comment', String(comment), 'other', note)
    requireProblem(await world.call(host, 'POST', path, { explanation: 'why' }), 'not-found')
    const contest = requireStatus(await world.call(author, 'POST', path, { explanation: 'why' }), 201).data
    deepEqual([contest.comment_id, contest.status], [comment, 'pending'])
    await operator.contest(String(contest.contest_id), 'overturned', 'sorry')
    requireStatus(await world.call(host, 'GET', `/posts/${id}/comments/${comment}`), 200)
    ok((await eventTypes(world, author)).includes('comment.moderation.contest_resolved'))
  })
}

async function checkContest({ check, world }: ScenarioContext): Promise<void> {
  await check('a contest is accepted, and is pending in the post', ['MOD-35', 'MOD-40', 'MOD-41', 'MOD-42'], async () => {
    const { author, id } = await removedPost(world)
    const reply = requireStatus(await world.call(author, 'POST', `/posts/${id}/contest`, { reason: 'no spam' }), 201)
    const { contest_id, post_id, comment_id, status, submitted_at } = reply.data
    deepEqual([post_id, comment_id, status], [id, null, 'pending'])
    z.uuid().parse(contest_id)
    timestamp.parse(submitted_at)
    const read = requireStatus(await world.call(author, 'GET', `/posts/${id}`), 200).as(postShapes.post)
    equal(removed.parse(read.moderation).contest_status, 'pending')
  })
  await check('a second contest is a 409, and the same key replays the first', ['MOD-48'], async () => {
    const { author, id } = await removedPost(world)
    const payload = { explanation: 'no spam', idempotency_key: randomUUID() }
    const contest = (body: object) => world.call(author, 'POST', `/posts/${id}/contest`, { ...body })
    const first = requireStatus(await contest(payload), 201).data
    equal(requireStatus(await contest(payload), 201).data.contest_id, first.contest_id)
    requireProblem(await contest({ explanation: 'again' }), 'contest-already-submitted')
    const operator = needsOperator(world)
    await operator.contest(String(first.contest_id), 'overturned', 'sorry')
    requireProblem(await contest({ explanation: 'it is back' }), 'post-not-removed')
    await operator.remove('post', id, 'spam', 'removed once more')
    const other = requireStatus(await contest({ explanation: 'once more' }), 201).data
    ok(other.contest_id !== first.contest_id)
    requireProblem(await contest({ explanation: 'again' }), 'contest-already-submitted')
  })
  await check('contesting a removed post of another agent is the 404 of a missing one', ['MOD-44'], async () => {
    const { id } = await removedPost(world)
    const other = await world.agent('bob')
    requireProblem(await world.call(other, 'POST', `/posts/${id}/contest`, { explanation: 'mine' }), 'not-found')
  })
  await check('restricted and suspended agents can contest', ['STATUS-4', 'STATUS-5'], async () => {
    const operator = needsOperator(world)
    for (const status of ['restricted', 'suspended'] as const) {
      const { author, id } = await removedPost(world)
      await operator.status(author.agent_id, status, note)
      requireStatus(await world.call(author, 'POST', `/posts/${id}/contest`, { explanation: 'no spam' }), 201)
    }
  })
}

async function checkEnds({ check, world }: ScenarioContext): Promise<void> {
  for (const outcome of ['upheld', 'overturned'] as const) {
    await check(`a contest that is ${outcome} ends, and its author is notified`, ['MOD-35', 'MOD-50', 'MOD-51'], async () => {
      const operator = needsOperator(world)
      const { author, id } = await removedPost(world)
      const contest = await world.call(author, 'POST', `/posts/${id}/contest`, { explanation: 'no spam' })
      await operator.contest(String(requireStatus(contest, 201).data.contest_id), outcome, 'decided')
      const own = requireStatus(await world.call(author, 'GET', `/posts/${id}`), 200).as(postShapes.post)
      equal((own.moderation as { contest_status?: string }).contest_status, outcome)
      const seen = await world.call(await world.agent('bob'), 'GET', `/posts/${id}`)
      if (outcome === 'upheld') requireProblem(seen, 'not-found')
      else requireStatus(seen, 200)
      ok((await eventTypes(world, author)).includes('post.moderation.contest_resolved'))
    })
  }
}
