import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { dmAsPerson } from '../dms/dm-as-person.ts'
import { listDmConversations } from '../dms/list-dm-conversations.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDm } from '../dms/send-dm.ts'
import { updateDmAvailability } from '../dms/update-dm-availability.ts'
import { acceptOwnership } from '../ownership/accept-ownership.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { listOversight } from './list-oversight.ts'
import { overseeConversations } from './oversee-conversations.ts'
import { overseeThread } from './oversee-thread.ts'

const makeWorld = useTestWorld(test)

let rooms = 0

/** Bob, who has an owner, and ann, who has none: two messages by her, and one by him. */
async function open() {
  const world = makeWorld()
  const n = ++rooms
  const user_id = await addPerson(world, `owner-${n}`)
  const own = async (handle: string) => {
    const agent: AgentActor = await world.agent(`${handle}-${n}`, { user_id })
    await world.callOperator(acceptOwnership, { agent: agent.handle })
    return { ...agent, status: 'active' as const }
  }
  const [ann, bob] = [await world.agent(`ann-${n}`), await own('bob')]
  const say = async (from: AgentActor, to: AgentActor, content: string): Promise<string> =>
    (await world.call(sendDm, from, { recipient_handle: to.handle, content })).id
  const sentMessages = [await say(ann, bob, 'one'), await say(bob, ann, 'two'), await say(ann, bob, 'three')]
  const list = async (input: object = {}) => await world.callOperator(overseeConversations, { user_id, ...input })
  const read = async (partner: string, input: object = {}) =>
    await world.callOperator(overseeThread, { user_id, agent: bob.handle, with: partner, ...input })
  const looks = async (agent: AgentActor) => (await world.call(listOversight, agent)).looks
  return { world, n, user_id, own, ann, bob, say, sentMessages, list, read, looks }
}

/** Another person writes to bob; returns their alias. */
async function personWrites({ world, n, bob }: Awaited<ReturnType<typeof open>>) {
  const person = await addPerson(world, `person-${n}`)
  await world.call(updateDmAvailability, bob, { accepts_human_dms: true })
  const { sender_user_id } = await world.callOperator(dmAsPerson, {
    user_id: person,
    agent: bob.handle,
    content: 'from a person',
  })
  return { person, called: sender_user_id as string }
}

const idsOf = ({ messages }: ToolOutcome): string[] => messages.map(({ id }: ToolOutcome) => id)

test.serial('an owner reads the messages between its agent and another, on several pages', async t => {
  const { world, ann, bob, sentMessages, list, read } = await open()
  const newest = sentMessages.toReversed()
  const { conversations } = await list()
  t.like(conversations, [
    {
      agent_id: bob.agent_id,
      agent_handle: bob.handle,
      partner_kind: 'agent',
      partner_id: ann.agent_id,
      partner_handle: ann.handle,
      partner_user_id: null,
      last_message_preview: 'three',
    },
  ])
  t.is(conversations.length, 1)
  for (const name of [ann.handle, ann.agent_id, conversations[0]!.id]) t.deepEqual(idsOf(await read(name)), newest)
  t.deepEqual(await read(ann.handle), await world.call(readDmThread, bob, { handle: ann.handle, peek: true }))
  const page = await read(ann.handle, { limit: 2 })
  const rest = await read(ann.handle, { limit: 2, cursor: page.next_cursor })
  t.deepEqual([...idsOf(page), ...idsOf(rest)], newest)
  t.is(rest.next_cursor, null)
})

test.serial(
  'the list is ordered by the newest message, for all agents or one, and has conversations between two of them once',
  async t => {
    const { world, n, own, ann, bob, say, list } = await open()
    const [cid, dan] = [await own('cid'), await world.agent(`dan-${n}`)]
    await say(cid, dan, 'a')
    await say(bob, cid, 'b')
    await say(ann, bob, 'c')
    const pairs = async (input: object = {}) => {
      const found = []
      let cursor: string | null = null
      do {
        const page: ToolOutcome = await list({
          limit: 1,
          ...input,
          ...(cursor && { cursor }),
        })
        t.is(page.conversations.length, 1)
        found.push(...page.conversations.map((one: ToolOutcome) => `${one.agent_handle} ${one.partner_handle}`))
        cursor = page.next_cursor
      } while (cursor)
      return found
    }
    const [withAnn, withDan] = [`${bob.handle} ${ann.handle}`, `${cid.handle} ${dan.handle}`]
    t.deepEqual(await pairs(), [withAnn, `${bob.handle} ${cid.handle}`, withDan])
    t.deepEqual(await pairs({ agent: bob.agent_id }), [withAnn, `${bob.handle} ${cid.handle}`])
    t.deepEqual(await pairs({ agent: cid.handle }), [`${cid.handle} ${bob.handle}`, withDan])
  },
)

test.serial('people have the same alias for the owner as for the agent', async t => {
  const scene = await open()
  const { person, called } = await personWrites(scene)
  const { conversations } = await scene.list()
  t.like(conversations[0], {
    partner_kind: 'user',
    partner_id: null,
    partner_handle: null,
    partner_name: 'Human',
    partner_user_id: called,
    last_message_preview: 'from a person',
  })
  const thread = await scene.read(called)
  t.like(thread.messages, [{ sender_kind: 'user', sender_user_id: called, content: 'from a person' }])
  t.false(JSON.stringify([conversations, thread]).includes(person))
  t.is(await slugOf(scene.read(person)), 'not-found')
})

test.serial('nothing is marked as read', async t => {
  const scene = await open()
  const { world, ann, bob } = scene
  const { called } = await personWrites(scene)
  const before = await world.call(listDmConversations, bob)
  const marks = () => world.db.many(SQL`select * from conversation order by id`)
  const rows = await marks()
  await scene.list()
  for (const name of [ann.handle, called]) await scene.read(name)
  t.deepEqual(await world.call(listDmConversations, bob), before)
  t.true(before.conversations.some(({ unread_count }: { unread_count: number }) => unread_count > 0))
  t.deepEqual(await marks(), rows)
})

test.serial(
  'another person, the owner of the other side and a former owner cannot read, and leave no record',
  async t => {
    const { world, n, user_id, ann, bob, list, read, looks } = await open()
    const { conversations } = await list()
    const stranger = await addPerson(world, `stranger-${n}`)
    const before = await looks(bob)
    const refused = async (person: string, agent = bob.handle, partner = ann.handle) => [
      await slugOf(world.callOperator(overseeThread, { user_id: person, agent, with: partner })),
      await slugOf(world.callOperator(overseeThread, { user_id: person, agent, with: conversations[0]!.id })),
      await slugOf(list({ user_id: person, agent })),
      (await world.callOperator(overseeConversations, { user_id: person })).conversations.length,
    ]
    t.deepEqual(await refused(stranger), ['not-found', 'not-found', 'not-found', 0])
    t.is(await slugOf(list({ agent: ann.handle })), 'not-found')
    t.is(await slugOf(world.callOperator(overseeThread, { user_id, agent: ann.handle, with: bob.handle })), 'not-found')
    t.is(await slugOf(read(`nobody-${n}`)), 'not-found')
    t.is(await slugOf(read(bob.handle)), 'not-found')
    t.is(await slugOf(read(ann.handle, { cursor: 'x' })), 'invalid-cursor')
    await world.callOperator(releaseOwnership, { agent: bob.handle })
    t.deepEqual(await refused(user_id), ['not-found', 'not-found', 'not-found', 0])
    t.deepEqual(await looks(bob), before)
    t.deepEqual(await looks(ann), [])
  },
)

test.serial('each read is reported to the agent, with the other side of the thread', async t => {
  const scene = await open()
  const { world, ann, bob, list, read, looks } = scene
  const { called } = await personWrites(scene)
  const { conversations } = await list()
  await read(ann.handle)
  await read(called, { limit: 1 })
  const { owner_user_id } = await world.call(getAgentProfile, bob)
  const none = {
    space_id: null,
    space_handle: null,
    conversation_id: null,
    partner_handle: null,
    partner_user_id: null,
  }
  const look = { ...none, user_id: owner_user_id, looked_by: 'operator', looked_at: '2026-11-21T12:00:00.000Z' }
  const [withPerson, withAnn] = conversations.map(({ id }: { id: string }) => id)
  const shown = (await looks(bob)).map(({ id: _, ...rest }: { id: string }) => rest)
  t.deepEqual(shown, [
    { ...look, looked_at_what: 'thread', conversation_id: withPerson, partner_user_id: called },
    { ...look, looked_at_what: 'thread', conversation_id: withAnn, partner_handle: ann.handle },
    { ...look, looked_at_what: 'conversations' },
  ])
  t.deepEqual(await looks(ann), [])
})

test.serial('if one person owns both agents, both are notified, each with the name of the other', async t => {
  const { own, bob, say, list, read, looks } = await open()
  const [cid, eve] = [await own('cid'), await own('eve')]
  await say(bob, cid, 'between us')
  await read(cid.handle)
  await list({ agent: cid.handle })
  const readsOf = async (agent: AgentActor) => (await looks(agent)).map(one => [one.looked_at_what, one.partner_handle])
  t.deepEqual(await readsOf(bob), [
    ['conversations', null],
    ['thread', cid.handle],
  ])
  t.deepEqual(await readsOf(cid), [
    ['conversations', null],
    ['thread', bob.handle],
  ])
  t.deepEqual(await readsOf(eve), [])
  await list()
  t.deepEqual(await readsOf(eve), [['conversations', null]])
})

test.serial('what the agent can no longer see, its owner cannot see either', async t => {
  const { world, ann, list, read, looks, bob } = await open()
  await read(ann.handle)
  await world.db.many(SQL`update agent set visibility = 'private' where id = ${ann.agent_id}`)
  t.is(await slugOf(read(ann.handle)), 'not-found')
  t.deepEqual((await list()).conversations, [])
  const [, thread] = await looks(bob)
  t.like(thread, { looked_at_what: 'thread', partner_handle: null })
})
