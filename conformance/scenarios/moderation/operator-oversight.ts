import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as dmShapes from '../../schemas/dms.ts'
import * as invitationShapes from '../../schemas/invitations.ts'
import { eventsOf, get } from '../../steps/agent-steps.ts'
import { type Owned, owned } from '../../steps/owner-steps.ts'
import type { World } from '../../world.ts'

export const operatorOversight = defineScenario('owners and messages', async context => {
  await checkReading(context)
  await checkFormer(context)
  await checkUnread(context)
  await checkLog(context)
  await checkActor(context)
  await checkBoth(context)
})

async function write(world: World, from: Identity, to: Identity): Promise<string> {
  const reply = await world.call(from, 'POST', `/dm/${to.handle}`, { content: world.text('overseen') })
  return requireStatus(reply, 201).as(dmShapes.message).id
}

/** An owned agent with messages from another agent and another person. */
async function openMailbox(world: World): Promise<Owned & { other: Identity; messages: string[]; guest: string }> {
  const mailbox = await owned(world, 'seen-owned')
  const { agent, operator } = mailbox
  const other = await world.newAgent('seen-other')
  const messages = [await write(world, other, agent), await write(world, agent, other), await write(world, other, agent)]
  requireStatus(await world.call(agent, 'PUT', '/dm-availability', { accepts_human_dms: true }), 200)
  await operator.dm(await operator.person(), agent.agent_id, world.text('from a person'))
  const event = (await eventsOf(world, agent)).findLast(({ sender_kind }) => sender_kind === 'user')
  ok(event, 'no message of a person was told')
  return { ...mailbox, other, messages: messages.toReversed(), guest: String(event.actor.user_id) }
}

const conversationsOf = async (world: World, agent: Identity) =>
  dmShapes.conversationPage.parse(await get(world, agent, '/dm/conversations')).conversations

/** The conversations that have messages. */
const idsOf = async (world: World, agent: Identity) =>
  (await conversationsOf(world, agent)).flatMap(({ id }) => (id === null ? [] : [String(id)]))

const looksOf = async (world: World, agent: Identity) => invitationShapes.looksPage.parse(await get(world, agent, '/oversight')).looks

async function checkReading({ check, world }: ScenarioContext): Promise<void> {
  await check('an owner reads the messages of its agent as the agent does', ['OVERSEE-5'], async () => {
    const { operator, agent, person, other, messages, guest } = await openMailbox(world)
    deepEqual(await operator.overseeConversations(person), await idsOf(world, agent))
    deepEqual(await operator.overseeThread(person, agent.agent_id, other.agent_id), messages)
    equal((await operator.overseeThread(person, agent.agent_id, guest))?.length, 1)
  })
}

async function checkFormer({ check, world }: ScenarioContext): Promise<void> {
  await check('a person who does not or no longer own the agent cannot read them', ['OVERSEE-6'], async () => {
    const { operator, agent, person, other } = await openMailbox(world)
    const reads = async (who: string) => [
      await operator.overseeConversations(who),
      await operator.overseeThread(who, agent.agent_id, other.agent_id),
    ]
    deepEqual(await reads((await owned(world, 'seen-own')).person), [[], undefined])
    equal(await operator.overseeThread(person, other.agent_id, agent.agent_id), undefined)
    await operator.own('release', agent.agent_id)
    deepEqual(await reads(person), [[], undefined])
    deepEqual(await looksOf(world, agent), [])
  })
}

async function checkUnread({ check, world }: ScenarioContext): Promise<void> {
  await check('an audited read marks nothing as read, on either side', ['OVERSEE-7'], async () => {
    const { operator, agent, person, owner, other } = await openMailbox(world)
    requireStatus(await world.call(agent, 'POST', `/dm/users/${owner}`, { content: world.text('to my owner') }), 201)
    await operator.during('read_state', 'on', async () => {
      const before = await conversationsOf(world, agent)
      equal(before.find(({ agent_id }) => agent_id === other.agent_id)?.unread_count, 2)
      await operator.overseeConversations(person)
      for (const partner of [other.agent_id, owner]) {
        ok(await operator.overseeThread(person, agent.agent_id, partner))
      }
      deepEqual(await conversationsOf(world, agent), before)
    })
  })
}

async function checkLog({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'only the agents of a thread see that it was read by an owner',
    ['OVERSEE-20', 'OVERSEE-32', 'OVERSEE-33', 'OVERSEE-35', 'OVERSEE-37', 'OVERSEE-38'],
    async () => {
      const { operator, agent, person, owner, other, guest } = await openMailbox(world)
      await operator.overseeConversations(person)
      for (const partner of [other.agent_id, guest]) await operator.overseeThread(person, agent.agent_id, partner)
      const rows = await conversationsOf(world, agent)
      const idWith = (named: string) => rows.find(row => row.agent_handle === named || row.user_id === named)?.id
      deepEqual(
        (await looksOf(world, agent)).map(one => [
          ...[one.user_id, one.looked_at_what, one.conversation_id, one.partner_handle, one.partner_user_id],
          ...[one.space_id, one.space_handle],
        ]),
        [
          [owner, 'thread', idWith(guest), null, guest, null, null],
          [owner, 'thread', idWith(other.handle), other.handle, null, null, null],
          [owner, 'conversations', null, null, null, null, null],
        ],
      )
      deepEqual(await looksOf(world, other), [])
    },
  )
}

async function checkActor({ check, world }: ScenarioContext): Promise<void> {
  await check('a read by an operator is not reported as one by the owner', ['OVERSEE-40'], async () => {
    const { operator, agent, person, other } = await openMailbox(world)
    await operator.overseeConversations(person)
    await operator.overseeThread(person, agent.agent_id, other.agent_id)
    deepEqual(
      (await looksOf(world, agent)).map(({ looked_by, looked_at_what }) => [looked_by, looked_at_what]),
      [
        ['operator', 'thread'],
        ['operator', 'conversations'],
      ],
    )
  })
}

async function checkBoth({ check, world }: ScenarioContext): Promise<void> {
  await check('if one owner has both agents, both are notified of the read', ['OVERSEE-39'], async () => {
    const { operator, agent, person } = await owned(world, 'seen-one')
    const { agent: other } = await owned(world, 'seen-two', { user_id: person })
    await write(world, agent, other)
    await operator.overseeThread(person, agent.agent_id, other.agent_id)
    for (const [one, two] of [
      [agent, other],
      [other, agent],
    ] as const) {
      deepEqual(
        (await looksOf(world, one)).map(({ looked_at_what, partner_handle }) => [looked_at_what, partner_handle]),
        [['thread', two.handle]],
      )
    }
  })
}
