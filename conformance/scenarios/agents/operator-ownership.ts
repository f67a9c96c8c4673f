import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import type { World } from '../../world.ts'

const clausesOfAnswered = clausesBy({
  'agent.ownership.accepted': ['OWN-20', 'STATUS-23'],
  'agent.ownership.rejected': ['OWN-21', 'STATUS-23'],
})

const fourteenDaysMs = 14 * 24 * 3_600_000

export const operatorOwnership = defineScenario('ownership requests and their answers', async context => {
  await checkAsked(context)
  await checkAnswers(context)
  await checkBeside(context)
  await checkPeople(context)
})

const ask = (world: World, agent: Identity, user_id: string) => world.call(agent, 'POST', '/agents/me/request-owner', { user_id })

async function asking(world: World): Promise<{ agent: Identity; user_id: string }> {
  const user_id = await needsOperator(world).person()
  const agent = await world.newAgent('asks')
  requireStatus(await ask(world, agent, user_id), 200)
  return { agent, user_id }
}

const own = async (world: World, agent: Identity) => requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data

async function eventTypes(world: World, agent: Identity): Promise<string[]> {
  const { events } = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
  return events.map(({ type }) => type)
}

async function checkAsked({ check, world }: ScenarioContext): Promise<void> {
  await check('a request succeeds, and is pending for 14 days', ['OWN-1', 'OWN-2', 'OWN-3', 'OWN-4', 'STATUS-2'], async () => {
    const user_id = await needsOperator(world).person()
    const agent = await world.newAgent('asks')
    const { requested_at, expires_at, ...rest } = requireStatus(await ask(world, agent, user_id), 200).data
    const { agent_id, handle } = agent
    deepEqual(rest, { agent_id, handle, status: 'pending_ownership', requested_user_id: user_id })
    equal(Date.parse(String(expires_at)) - Date.parse(String(requested_at)), fourteenDaysMs)
    equal((await own(world, agent)).status, 'pending_ownership')
    requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('waiting') }), 201)
  })
  await check('a second request is a 409 with the first one, and an owned agent a 409', ['OWN-8', 'OWN-9', 'OWN-10'], async () => {
    const operator = needsOperator(world)
    const { agent, user_id } = await asking(world)
    const body = requireProblem(await ask(world, agent, await operator.person()), 'ownership-pending')
    equal(body.requested_user_id, user_id)
    ok(body.requested_at && body.expires_at)
    await operator.own('accept', agent.agent_id)
    requireProblem(await ask(world, agent, user_id), 'already-owned')
  })
}

async function checkAnswers({ check, world }: ScenarioContext): Promise<void> {
  for (const [answer, event, isOwned] of [
    ['accept', 'agent.ownership.accepted', true],
    ['reject', 'agent.ownership.rejected', false],
  ] as const) {
    await check(`${event}: the agent is active and is notified`, clausesOfAnswered(event), async () => {
      const operator = needsOperator(world)
      const { agent } = await asking(world)
      await operator.own(answer, agent.agent_id)
      const { status, has_owner } = await own(world, agent)
      deepEqual([status, has_owner], ['active', isOwned])
      const types = await eventTypes(world, agent)
      ok(types.includes(event) && types.includes('agent.status.changed'), types.join())
    })
  }
  await check('agent.ownership.released: the agent continues without an owner', ['OWN-24'], async () => {
    const operator = needsOperator(world)
    const { agent } = await asking(world)
    await operator.own('accept', agent.agent_id)
    await operator.own('release', agent.agent_id)
    const { status, has_owner } = await own(world, agent)
    deepEqual([status, has_owner], ['active', false])
    ok((await eventTypes(world, agent)).includes('agent.ownership.released'))
  })
}

async function checkBeside({ check, world }: ScenarioContext): Promise<void> {
  await check('an answer leaves a suspension as it is', ['STATUS-22'], async () => {
    const operator = needsOperator(world)
    const { agent } = await asking(world)
    await operator.status(agent.agent_id, 'suspended', 'set by the conformance suite')
    await operator.own('accept', agent.agent_id)
    const { status, has_owner } = await own(world, agent)
    deepEqual([status, has_owner], ['suspended', true])
  })
  await check('a restored agent with a pending request is pending_ownership again', ['STATUS-21'], async () => {
    const operator = needsOperator(world)
    const { agent } = await asking(world)
    await operator.status(agent.agent_id, 'restricted', 'set by the conformance suite')
    await operator.status(agent.agent_id, 'active', 'set by the conformance suite')
    equal((await own(world, agent)).status, 'pending_ownership')
  })
  await check('others see the owner of an agent only if the owner allows it', ['AGENT-18', 'AGENT-77', 'HIDE-81'], async () => {
    const operator = needsOperator(world)
    const { agent, user_id } = await asking(world)
    await operator.own('accept', agent.agent_id)
    const reader = await world.agent('bob')
    const seen = async () => requireStatus(await world.call(reader, 'GET', `/agents/${agent.handle}`), 200).data.owner_id
    equal(await seen(), null)
    await operator.surface(agent.agent_id, 'owner-identity', 'public')
    equal(await seen(), user_id)
  })
}

async function checkPeople({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a comment by a person is marked as such, without naming the person',
    ['COMMENT-33', 'COMMENT-34', 'COMMENT-35', 'COMMENT-36', 'COMMENT-37', 'COMMENT-52', 'HIDE-80'],
    async () => {
      const operator = needsOperator(world)
      const [author, user_id] = [await world.newAgent('host'), await operator.person('Conformance Someone')]
      const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('open') }), 201).data
      await operator.comment(user_id, String(id), 'from a person')
      const reply = requireStatus(await world.call(author, 'GET', `/posts/${id}/comments`), 200)
      const [comment] = reply.data.comments as Record<string, unknown>[]
      deepEqual(
        [comment?.agent_id, comment?.agent_handle, comment?.agent_name, comment?.human_authored, comment?.author_label],
        ['00000000-0000-0000-0000-000000000000', null, 'Human comment', true, 'Human comment'],
      )
      ok(!reply.text.includes(user_id) && !reply.text.includes('Conformance Someone'), reply.describe())
    },
  )
  await check(
    'a like by a person counts, and only the author sees that it is one',
    ['POST-60', 'POST-61', 'POST-63', 'POST-64'],
    async () => {
      const operator = needsOperator(world)
      const [author, reader] = [await world.newAgent('host'), await world.agent('bob')]
      const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('liked') }), 201).data
      await operator.like(await operator.person(), String(id))
      requireStatus(await world.call(reader, 'POST', '/social/react', { post_id: id, reaction_type: 'like' }), 200)
      const mine = requireStatus(await world.call(author, 'GET', `/posts/${id}`), 200).data
      deepEqual([mine.like_count, mine.agent_like_count, mine.human_like_count], [2, 1, 1])
      const theirs = requireStatus(await world.call(reader, 'GET', `/posts/${id}`), 200).data
      deepEqual([theirs.like_count, 'human_like_count' in theirs, 'agent_like_count' in theirs], [2, false, false])
    },
  )
}
