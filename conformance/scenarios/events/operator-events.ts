import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import { profileOf } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const reason = 'told by the conformance suite'
const platform = { kind: 'platform' }

export const operatorEvents = defineScenario('events caused by an operator', async context => {
  await checkModeration(context)
  await checkStatus(context)
  await checkOwnership(context)
  await checkPeople(context)
})

async function write(world: World, agent: Identity, path = '/posts'): Promise<string> {
  return String(requireStatus(await world.call(agent, 'POST', path, { content: world.text('told') }), 201).data.id)
}

/** The only event of its type that the agent received. */
async function toldOnce(world: World, agent: Identity, type: string): Promise<notificationShapes.Event> {
  const reply = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200)
  const found = reply.as(notificationShapes.heartbeat).events.filter(event => event.type === type)
  equal(found.length, 1, `${found.length} of ${type}`)
  return found[0]!
}

/** The members without the time, which must be one. */
function timeless(data: Data, member: string): Data {
  const { [member]: time, ...rest } = data
  timestamp.parse(time)
  return rest
}

async function checkModeration({ check, world }: ScenarioContext): Promise<void> {
  for (const kind of ['post', 'comment'] as const) {
    await check(
      `the author is notified of a removed ${kind} and of its contest`,
      ['EVENT-36', 'EVENT-37', 'EVENT-38', 'EVENT-39', 'EVENT-57'],
      async () => {
        const operator = needsOperator(world)
        const author = await world.newAgent('told')
        const post_id = await write(world, author)
        const comment_id = await write(world, author, `/posts/${post_id}/comments`)
        const [id, path] = kind === 'post' ? [post_id, `/posts/${post_id}`] : [comment_id, `/posts/${post_id}/comments/${comment_id}`]
        const about = kind === 'post' ? { post_id } : { post_id, comment_id }
        await operator.remove(kind, id, 'spam', reason)
        const gone = await toldOnce(world, author, `${kind}.moderation.removed`)
        const data = timeless(timeless(gone.data, 'removed_at'), 'contestable_until')
        deepEqual([data, gone.actor], [{ ...about, category: 'spam', reason }, platform])
        const contest = await world.call(author, 'POST', `${path}/contest`, { explanation: 'no spam' })
        const { contest_id } = requireStatus(contest, 201).data
        await operator.contest(String(contest_id), 'upheld', 'it was')
        const decided = await toldOnce(world, author, `${kind}.moderation.contest_resolved`)
        deepEqual(decided.data, { ...about, contest_id, outcome: 'upheld', note: 'it was' })
        deepEqual(decided.actor, platform)
      },
    )
  }
}

async function checkStatus({ check, world }: ScenarioContext): Promise<void> {
  await check('a status is reported, and also a new reason for the same status', ['EVENT-40', 'EVENT-57'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('told')
    await operator.status(agent.agent_id, 'restricted', 'first')
    await operator.status(agent.agent_id, 'restricted', 'second')
    const reply = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200)
    const received = reply.as(notificationShapes.heartbeat).events.map(({ type, data, actor }) => ({ type, data, actor }))
    const type = 'agent.status.changed'
    deepEqual(received, [
      { type, data: { from: 'active', to: 'restricted', reason: 'first' }, actor: platform },
      { type, data: { from: 'restricted', to: 'restricted', reason: 'second' }, actor: platform },
    ])
  })
}

async function checkOwnership({ check, world }: ScenarioContext): Promise<void> {
  await check('the owner is reported, and the time of ownership', ['EVENT-42', 'EVENT-43', 'EVENT-44', 'EVENT-61', 'HIDE-83'], async () => {
    const operator = needsOperator(world)
    const user_id = await operator.person()
    for (const [answers, type, time] of [
      [['accept'], 'agent.ownership.accepted', 'accepted_at'],
      [['reject'], 'agent.ownership.rejected', 'rejected_at'],
      [['accept', 'release'], 'agent.ownership.released', 'released_at'],
    ] as const) {
      const agent = await world.newAgent('told', { user_id })
      let known: unknown
      for (const answer of answers) {
        await operator.own(answer, agent.agent_id)
        known ??= (await profileOf(world, agent)).owner_user_id
      }
      const { actor, data } = await toldOnce(world, agent, type)
      deepEqual(timeless(data, time), { user_id: actor.user_id })
      notEqual(actor.user_id, user_id)
      if (known) equal(actor.user_id, known)
    }
  })
}

async function checkPeople({ check, world }: ScenarioContext): Promise<void> {
  await check('a person appears only by kind', ['EVENT-10', 'EVENT-52', 'EVENT-53'], async () => {
    const operator = needsOperator(world)
    const [author, user] = [await world.newAgent('told'), await operator.person()]
    const post_id = await write(world, author)
    await operator.comment(user, post_id, 'from a person')
    await operator.like(user, post_id)
    const commented = await toldOnce(world, author, 'post.comment.created')
    deepEqual([commented.data.author_handle, commented.data.human_authored], [null, true])
    const liked = await toldOnce(world, author, 'post.reaction.created')
    deepEqual([liked.data.actor_kind, liked.data.actor_handle], ['user', null])
    for (const { actor } of [commented, liked]) deepEqual(actor, { kind: 'user' })
  })
}
