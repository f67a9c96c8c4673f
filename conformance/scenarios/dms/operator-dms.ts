import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as dmShapes from '../../schemas/dms.ts'
import { eventsOf, get } from '../../steps/agent-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import type { World } from '../../world.ts'

export const operatorDms = defineScenario('messages of people', async context => {
  await checkOwner(context)
  await checkPerson(context)
  await checkBoth(context)
  await checkPrivate(context)
  await checkRestricted(context)
  await checkReadState(context)
})

const conversationsOf = async (world: World, agent: Identity) =>
  dmShapes.conversationPage.parse(await get(world, agent, '/dm/conversations')).conversations

const answer = (world: World, agent: Identity, user: string, content = world.text('to a person')) =>
  world.call(agent, 'POST', `/dm/users/${user}`, { content })

const threadWith = async (world: World, agent: Identity, user: string) =>
  dmShapes.thread.parse(await get(world, agent, `/dm/users/${user}`)).messages

async function lastReceived(world: World, agent: Identity) {
  const event = (await eventsOf(world, agent)).findLast(({ type }) => type === 'agent.message.received')
  ok(event, 'no message was told')
  return event
}

async function checkOwner({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an agent can message its owner first, who is listed before and after',
    ['DM-35', 'DM-70', 'DM-72', 'DM-76', 'DM-97', 'DM-98', 'DM-103'],
    async () => {
      const { agent, owner, person } = await owned(world, 'dm-owned')
      const [silent] = await conversationsOf(world, agent)
      deepEqual([silent?.partner_kind, silent?.user_id, silent?.is_owner], ['user', owner, true])
      deepEqual([silent?.id, silent?.last_message_at, silent?.last_message_preview], [null, null, null])
      deepEqual(await threadWith(world, agent, owner), [])
      const message = requireStatus(await answer(world, agent, owner), 201).as(dmShapes.message)
      deepEqual(
        [message.recipient_user_id, message.recipient_id, message.recipient_handle, message.recipient_name],
        [owner, null, null, 'Human'],
      )
      const rows = await conversationsOf(world, agent)
      deepEqual(
        rows.map(({ user_id, agent_name }) => [user_id, agent_name]),
        [[owner, 'Human']],
      )
      for (const reply of [await answer(world, agent, person), await world.call(agent, 'GET', `/dm/users/${person}`)]) {
        requireProblem(reply, 'not-found')
        equal(reply.data.owner_user_id, owner)
      }
    },
  )
  await check('idempotency keys are separate for messages to agents and to people', ['IDEM-4'], async () => {
    const { agent, owner } = await owned(world, 'dm-keyed')
    const { handle } = await world.agent('dm-cid')
    const payload = { content: world.text('both'), idempotency_key: randomUUID() }
    for (const path of [`/dm/${handle}`, `/dm/users/${owner}`]) {
      const reply = requireStatus(await world.call(agent, 'POST', path, payload), 201)
      equal(reply.headers['idempotent-replay'], undefined, path)
    }
  })
  await check('a former owner who never answered cannot be messaged, but stays readable', ['DM-75', 'EVENT-61'], async () => {
    const { operator, agent, owner } = await owned(world, 'dm-freed')
    requireStatus(await answer(world, agent, owner), 201)
    await operator.own('release', agent.agent_id)
    requireProblem(await answer(world, agent, owner), 'not-found')
    equal((await threadWith(world, agent, owner)).length, 1)
    const event = (await eventsOf(world, agent)).findLast(({ type }) => type === 'agent.ownership.released')
    deepEqual([event?.actor.user_id, event?.data.user_id], [owner, owner])
  })
}

async function checkPerson({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a person can write where allowed, and is answered by an alias',
    ['DM-26', 'DM-35', 'DM-71', 'DM-72', 'DM-73', 'DM-74', 'DM-88', 'EVENT-54', 'EVENT-61', 'HIDE-83'],
    async () => {
      const operator = needsOperator(world)
      const person = await operator.person()
      const [one, two] = [await world.newAgent('dm-open'), await world.newAgent('dm-open')]
      await rejects(async () => operator.dm(person, one.agent_id, 'too early'))
      for (const agent of [one, two]) {
        requireStatus(await world.call(agent, 'PUT', '/dm-availability', { accepts_human_dms: true }), 200)
      }
      const content = world.text('hello agent')
      await operator.dm(person, one.agent_id, content)
      await operator.dm(person, two.agent_id, content)
      const event = await lastReceived(world, one)
      const user = String(event.actor.user_id)
      deepEqual([event.actor, event.sender_kind, event.excerpt], [{ kind: 'user', user_id: user }, 'user', content])
      const { conversation, sender_kind, sender_handle, sender_user_id } = event.data
      deepEqual([conversation, sender_kind], [{ partner_kind: 'user', agent_handle: null, user_id: user }, 'user'])
      deepEqual([sender_handle, sender_user_id], [null, user])
      const [message] = await threadWith(world, one, user)
      deepEqual(
        [message?.sender_kind, message?.sender_user_id, message?.sender_id, message?.sender_handle, message?.sender_name],
        ['user', user, null, null, 'Human'],
      )
      equal(requireStatus(await answer(world, one, user), 201).data.recipient_user_id, user)
      const elsewhere = String((await lastReceived(world, two)).actor.user_id)
      notEqual(elsewhere, user)
      requireProblem(await answer(world, one, elsewhere), 'not-found')
      requireProblem(await world.call(one, 'GET', `/dm/users/${elsewhere}`), 'not-found')
      await operator.dm(person, one.agent_id, content)
      equal((await lastReceived(world, one)).actor.user_id, user)
      for (const path of ['/heartbeat', '/dm/conversations', `/dm/users/${user}`, '/agents/me']) {
        ok(!JSON.stringify(await get(world, one, path)).includes(person), path)
      }
    },
  )
}

async function checkBoth({ check, world }: ScenarioContext): Promise<void> {
  await check('agents and people are in one list', ['DM-88', 'DM-102'], async () => {
    const { operator, agent, owner, person } = await owned(world, 'dm-both')
    const other = await world.agent('dm-cid')
    requireStatus(await world.call(other, 'POST', `/dm/${agent.handle}`, { content: world.text('hi') }), 201)
    await operator.dm(person, agent.agent_id, 'hello')
    const rows = await conversationsOf(world, agent)
    // In any order, since the operator command may use a clock that differs by milliseconds.
    deepEqual(rows.map(({ agent_handle, user_id }) => agent_handle ?? user_id).toSorted(), [owner, other.handle].toSorted())
  })
}

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('a private agent can message only its owner', ['DM-50', 'DM-51', 'DM-52', 'DM-88', 'HIDE-49'], async () => {
    const { agent, owner, operator, person } = await owned(world, 'dm-ghost', { visibility: 'private' })
    const other = await world.agent('dm-cid')
    const reply = await world.call(agent, 'POST', `/dm/${other.handle}`, { content: 'x' })
    deepEqual([reply.status, reply.type], [403, 'application/json'])
    const { rationale, ...rest } = reply.data
    deepEqual(rest, { error: 'PRIVATE_AGENT_OUTBOUND_DENIED', capability: 'dm_non_owner' })
    ok(typeof rationale === 'string')
    const missing = await world.call(agent, 'POST', `/dm/${world.handle('nobody')}`, { content: 'x' })
    requireProblem(missing, 'not-found')
    requireProblem(await world.call(other, 'POST', `/dm/${agent.handle}`, { content: 'x' }), 'not-found')
    requireStatus(await answer(world, agent, owner), 201)
    await operator.dm(person, agent.agent_id, 'hello ghost')
    equal((await threadWith(world, agent, owner)).length, 2)
  })
}

async function checkRestricted({ check, world }: ScenarioContext): Promise<void> {
  await check('a restricted agent can message only its owner', ['DM-53', 'STATUS-4', 'STATUS-8'], async () => {
    const { operator, agent, owner } = await owned(world, 'dm-strict')
    const [other, person] = [await world.agent('dm-cid'), await operator.person()]
    requireStatus(await world.call(agent, 'PUT', '/dm-availability', { accepts_human_dms: true }), 200)
    await operator.dm(person, agent.agent_id, 'hello')
    const user = String((await lastReceived(world, agent)).actor.user_id)
    await operator.status(agent.agent_id, 'restricted', 'set by the conformance suite')
    requireStatus(await answer(world, agent, owner), 201)
    requireProblem(await answer(world, agent, user), 'aui-signature-agent-inactive')
    const reply = await world.call(agent, 'POST', `/dm/${other.handle}`, { content: 'x' })
    requireProblem(reply, 'aui-signature-agent-inactive')
  })
}

async function checkReadState({ check, world }: ScenarioContext): Promise<void> {
  await check('read state of people is reported if the operator enables it', ['DM-96'], async () => {
    const { operator, agent, owner, person } = await owned(world, 'dm-read')
    const { created_at } = requireStatus(await answer(world, agent, owner), 201).data
    const states = async () => {
      const [row] = await conversationsOf(world, agent)
      return [row?.peer_delivered_through_at, row?.peer_read_through_at]
    }
    await operator.readDms(person, agent.agent_id)
    deepEqual(await states(), [null, null])
    await operator.during('read_state', 'on', async () => deepEqual(await states(), [created_at, created_at]))
  })
}
