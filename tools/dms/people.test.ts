import test from 'ava'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import type { AgentActor } from '../core/context.ts'
import { ACCEPTED } from '../deliveries/delivery-schema.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { acceptOwnership } from '../ownership/accept-ownership.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { setSetting } from '../settings/set-setting.ts'
import { dmAsPerson } from './dm-as-person.ts'
import { listDmConversations } from './list-dm-conversations.ts'
import { listDmsAsPerson } from './list-dms-as-person.ts'
import { readDmThread } from './read-dm-thread.ts'
import { readDmThreadAsPerson } from './read-dm-thread-as-person.ts'
import { sendDm } from './send-dm.ts'
import { sendDmToUser } from './send-dm-to-user.ts'
import { updateDmAvailability } from './update-dm-availability.ts'

const world = useTestWorld(test)

async function owned(
  handle: string,
  extra: object = {},
): Promise<{ agent: AgentActor; owner: string; handle: string }> {
  const owner = await addPerson(world(), `owner of ${handle}`)
  const agent = await world().agent(handle, { user_id: owner, ...extra })
  await world().callOperator(acceptOwnership, { agent: handle })
  const { owner_user_id } = await world().call(getAgentProfile, agent)
  return { agent: { ...agent, status: 'active' }, owner, handle: owner_user_id as string }
}

const open = (agent: AgentActor) => world().call(updateDmAvailability, agent, { accepts_human_dms: true })

const write = (user_id: string, agent: string, content = 'from a person') =>
  world().callOperator(dmAsPerson, { user_id, agent, content })

const answer = (agent: AgentActor, user_id: string, content = 'to a person') =>
  world().call(sendDmToUser, agent, { user_id, content })

const conversations = async (agent: AgentActor) => (await world().call(listDmConversations, agent)).conversations

const handleFor = (agent: AgentActor, person: string) => opaqueUserId(world().runtime.personKey, agent.agent_id, person)

test('an agent can write to its owner first; the owner is listed before and after', async t => {
  const { agent, owner, handle } = await owned('ann')
  const silent = {
    id: null,
    partner_kind: 'user',
    agent_id: null,
    agent_handle: null,
    agent_name: 'Human',
    is_deleted: false,
    user_id: handle,
    is_owner: true,
    last_message_at: null,
    last_message_preview: null,
    unread_count: 0,
    peer_delivered_through_at: null,
    peer_read_through_at: null,
  }
  t.deepEqual(await conversations(agent), [silent])
  const first = await world().call(listDmConversations, agent, { limit: 1 })
  t.deepEqual([first.conversations.length, first.next_cursor], [1, null])
  t.deepEqual((await world().call(readDmThread, agent, { user_id: handle })).messages, [])
  const sent = await answer(agent, handle, 'hello owner')
  t.like(sent, {
    sender_kind: 'agent',
    sender_handle: 'ann',
    recipient_id: null,
    recipient_handle: null,
    recipient_name: 'Human',
    recipient_user_id: handle,
    sender_user_id: null,
    recipient_is_deleted: false,
  })
  t.like(await conversations(agent), [{ user_id: handle, is_owner: true, last_message_preview: 'hello owner' }])
  t.is((await conversations(agent)).length, 1)
  t.deepEqual((await world().call(readDmThread, agent, { user_id: handle })).messages, [
    { ...sent, delivery: ACCEPTED },
  ])
  const { messages } = await world().callOperator(readDmThreadAsPerson, { user_id: owner, agent: 'ann' })
  t.deepEqual(messages, [sent])
  t.deepEqual(
    await world()
      .eventsFor(agent)
      .then(events => events.filter(({ type }) => type.includes('message'))),
    [],
  )
})

test('an owner without messages is first, on the first page only', async t => {
  const { agent, handle } = await owned('hub')
  for (const other of ['one', 'two', 'three']) {
    await world().agent(other)
    await world().call(sendDm, agent, { recipient_handle: other, content: 'hi' })
  }
  const seen = []
  let cursor: string | null | undefined
  do {
    const page = await world().call(listDmConversations, agent, { limit: 1, ...(cursor && { cursor }) })
    t.is(page.conversations.length, 1)
    seen.push(...page.conversations.map(row => (row.user_id ?? row.agent_handle)!))
    cursor = page.next_cursor
  } while (cursor)
  t.deepEqual(seen, [handle, 'three', 'two', 'one'])
})

test('a person writes to an agent that accepts messages by people, which answers by an alias', async t => {
  const [bob, carl, person] = [await world().agent('bob'), await world().agent('carl'), await addPerson(world(), 'pat')]
  t.is(await slugOf(write(person, 'bob')), 'recipient-not-accepting-messages')
  const known = handleFor(bob, person)
  t.is(await slugOf(answer(bob, known)), 'not-found')
  t.is(await slugOf(answer(bob, person)), 'not-found')
  for (const agent of [bob, carl]) await open(agent)
  const received = await write(person, 'bob', 'hello bob')
  await write(person, 'carl')
  t.like(received, {
    sender_kind: 'user',
    sender_user_id: known,
    sender_id: null,
    sender_handle: null,
    sender_name: 'Human',
    recipient_handle: 'bob',
    recipient_user_id: null,
    content: 'hello bob',
  })
  const [event] = await world().eventsFor(bob)
  t.like(event, {
    type: 'agent.message.received',
    body: {
      actor: { kind: 'user', user_id: known },
      subject: { message_id: received.id },
      excerpt: 'hello bob',
      sender_kind: 'user',
      data: { conversation: { partner_kind: 'user', agent_handle: null, user_id: known }, sender_user_id: known },
    },
  })
  t.false(JSON.stringify([event, received, await conversations(bob)]).includes(person))
  t.is((await world().call(checkNotifications, bob)).direct_messages.unread_count, 1)
  await open(bob)
  await world().call(updateDmAvailability, bob, { accepts_human_dms: false })
  t.is((await answer(bob, known)).recipient_user_id, known)
  t.truthy(await write(person, 'bob', 'it goes on'))
  const [ofCarl] = await conversations(carl)
  t.not(ofCarl!.user_id, known)
  t.is(await slugOf(answer(bob, ofCarl!.user_id!)), 'not-found')
  t.is(await slugOf(world().call(readDmThread, bob, { user_id: ofCarl!.user_id })), 'not-found')
})

test('the owner can always write, to a private agent too, which other people cannot see', async t => {
  const { agent, owner, handle } = await owned('ghost', { visibility: 'private' })
  const person = await addPerson(world(), 'sam')
  await open(agent)
  t.is(await slugOf(write(person, 'ghost')), 'not-found')
  t.is(await slugOf(world().callOperator(readDmThreadAsPerson, { user_id: person, agent: 'ghost' })), 'not-found')
  t.is((await write(owner, 'ghost', 'hello ghost')).sender_user_id, handle)
  t.is((await answer(agent, handle)).sender_handle, 'ghost')
})

test('the id by which an owner was requested finds their alias, for the agent of this owner only', async t => {
  const [{ agent, owner, handle }, other] = [await owned('ida'), await owned('jon')]
  const refusal = await world().refusal(answer(agent, owner))
  t.deepEqual([refusal.slug, refusal.members.owner_user_id], ['not-found', handle])
  const foreign = await world().refusal(answer(agent, other.owner))
  t.deepEqual([foreign.slug, foreign.members], ['not-found', {}])
})

test('a restricted agent can write only to its owner', async t => {
  const { agent, handle } = await owned('dora')
  const person = await addPerson(world(), 'kay')
  await open(agent)
  await write(person, 'dora')
  await world().callOperator(setAgentStatus, { agent: 'dora', status: 'restricted', reason: 'x' })
  const restricted: AgentActor = { ...agent, status: 'restricted' }
  t.is((await answer(restricted, handle)).recipient_user_id, handle)
  t.is(await slugOf(answer(restricted, handleFor(agent, person))), 'aui-signature-agent-inactive')
})

test('a former owner can be written to only in conversations that they wrote in, and is readable always', async t => {
  const [{ agent: eve, handle }, { agent: fay, owner, handle: answered }] = [await owned('eve'), await owned('fay')]
  await answer(eve, handle)
  await write(owner, 'fay')
  for (const agent of ['eve', 'fay']) await world().callOperator(releaseOwnership, { agent })
  t.is(await slugOf(answer(eve, handle)), 'not-found')
  t.is((await world().call(readDmThread, eve, { user_id: handle })).messages.length, 1)
  t.is((await answer(fay, answered)).recipient_user_id, answered)
  t.like(await conversations(fay), [{ user_id: answered, is_owner: false }])
})

test.serial('how far people have read is returned if the operator enables it', async t => {
  const { agent, owner, handle } = await owned('gil')
  await answer(agent, handle)
  const states = async () => {
    const { peer_delivered_through_at, peer_read_through_at } = (await conversations(agent))[0]!
    return [peer_delivered_through_at, peer_read_through_at]
  }
  const listed = await world().callOperator(listDmsAsPerson, { user_id: owner })
  t.like(listed.conversations, [{ agent_handle: 'gil', last_message_preview: 'to a person' }])
  t.deepEqual(await states(), [null, null])
  await world().callOperator(setSetting, { name: 'dms.read_state_visible', value: true })
  t.deepEqual(await states(), ['2026-11-21T12:00:00.000Z', null])
  world().advance(60_000)
  await answer(agent, handle)
  await world().callOperator(readDmThreadAsPerson, { user_id: owner, agent: listed.conversations[0]!.id })
  t.deepEqual(await states(), ['2026-11-21T12:01:00.000Z', '2026-11-21T12:01:00.000Z'])
  const { changes } = await world().callOperator(listAudit)
  t.deepEqual(
    (changes as { action: string }[])
      .map(({ action }) => action)
      .filter(action => action.endsWith('as_person'))
      .slice(0, 2),
    ['read_dm_thread_as_person', 'list_dms_as_person'],
  )
})
