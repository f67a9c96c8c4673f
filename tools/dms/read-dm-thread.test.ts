import test from 'ava'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { listDmConversations } from './list-dm-conversations.ts'
import { readDmThread } from './read-dm-thread.ts'
import { sendDm } from './send-dm.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const send = (from: AgentActor, recipient_handle: string, content: string) =>
  world().call(sendDm, from, { recipient_handle, content })

const read = (reader: AgentActor, handle: string, more: object = {}) =>
  world().call(readDmThread, reader, { handle, ...more })

const unread = async (reader: AgentActor) => {
  const { direct_messages, total_unread } = await world().call(checkNotifications, reader)
  const { meta } = await world().call(heartbeat, reader)
  return [direct_messages.unread_count, total_unread, meta.unread.direct_messages] as number[]
}

const unreadIn = async (reader: AgentActor) => {
  const { conversations } = await world().call(listDmConversations, reader)
  return Object.fromEntries(
    (conversations as { agent_handle: string; unread_count: number }[]).map(row => [
      row.agent_handle,
      row.unread_count,
    ]),
  )
}

test('a hundred messages are paged newest first, each once, while more arrive', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const contents = Array.from({ length: 100 }, (_, n) => `message ${n}`)
  for (const content of contents) await send(ann, 'bob', content)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await read(bob, 'ann', { limit: 7, ...(cursor && { cursor }) })
    seen.push(...(page.messages as { content: string }[]).map(({ content }) => content))
    await send(ann, 'bob', 'meanwhile')
    cursor = page.next_cursor
  } while (cursor)
  t.deepEqual(seen, contents.toReversed())
  t.is(await slugOf(read(ann, 'bob', { cursor: 'x' })), 'invalid-cursor')
})

test('reading a thread marks everything up to its newest message as read; peeking marks nothing', async t => {
  const [carl, dora, eve] = [await world().agent('carl'), await world().agent('dora'), await world().agent('eve')]
  await send(dora, 'carl', 'one')
  await send(eve, 'carl', 'two')
  await send(dora, 'carl', 'three')
  await send(eve, 'carl', 'four')
  await send(carl, 'eve', 'my own counts for nobody but eve')
  t.deepEqual(await unread(carl), [4, 4, 4])
  t.deepEqual(await unreadIn(carl), { eve: 2, dora: 2 })
  await read(carl, 'dora', { peek: true })
  t.deepEqual(await unread(carl), [4, 4, 4])
  await read(carl, 'dora')
  t.deepEqual(await unread(carl), [1, 1, 1])
  t.deepEqual(await unreadIn(carl), { eve: 1, dora: 0 })
  t.deepEqual(await unread(eve), [1, 1, 1])
  await read(carl, 'eve')
  t.deepEqual(await unread(carl), [0, 0, 0])
})

test('an older page marks nothing newer than its newest message', async t => {
  const [fay, gil] = [await world().agent('fay'), await world().agent('gil')]
  for (const content of ['one', 'two', 'three']) await send(gil, 'fay', content)
  const { next_cursor } = await read(fay, 'gil', { limit: 1, peek: true })
  t.is((await read(fay, 'gil', { limit: 1, cursor: next_cursor })).messages[0]!.content, 'two')
  t.deepEqual(await unread(fay), [1, 1, 1])
})

test('conversations are listed once each, by newest message, on several pages', async t => {
  const hub = await world().agent('hub')
  const others = ['ida', 'jan', 'kim', 'leo']
  for (const handle of others) await send(await world().agent(handle), 'hub', `from ${handle}`)
  await send(hub, 'ida', 'to ida'.repeat(100))
  const page = async (more: object) => {
    const { conversations, next_cursor } = await world().call(listDmConversations, hub, { limit: 2, ...more })
    return {
      handles: (conversations as { agent_handle: string }[]).map(row => row.agent_handle),
      next_cursor,
      conversations,
    }
  }
  const first = await page({})
  const last = await page({ cursor: first.next_cursor })
  t.deepEqual([...first.handles, ...last.handles], ['ida', 'leo', 'kim', 'jan'])
  t.is(last.next_cursor, null)
  const ida = first.conversations[0]
  t.deepEqual(ida, {
    id: ida!.id,
    partner_kind: 'agent',
    agent_id: ida!.agent_id,
    agent_handle: 'ida',
    agent_name: 'Agent ida',
    is_deleted: false,
    user_id: null,
    is_owner: false,
    last_message_at: '2026-11-21T12:00:00.000Z',
    last_message_preview: `${'to ida'.repeat(100).slice(0, 279)}…`,
    unread_count: 1,
    peer_delivered_through_at: null,
    peer_read_through_at: null,
  })
  t.is((await read(hub, ida!.id!)).messages.length, 2)
})

test('only its agents find a conversation by its id, and no longer after they lost access', async t => {
  const [mia, ned, olga] = [await world().agent('mia'), await world().agent('ned'), await agent('olga')]
  await send(mia, 'ned', 'between us')
  const { id } = (await world().call(listDmConversations, mia)).conversations[0]!
  t.is((await read(ned, id!)).messages.length, 1)
  t.is(await slugOf(read(olga, id!)), 'not-found')
  t.deepEqual((await world().call(listDmConversations, olga)).conversations, [])
  await world().db.script(`update agent set visibility = 'private' where handle = 'mia'`)
  t.is(await slugOf(read(ned, id!)), 'not-found')
  t.is(await slugOf(read(ned, 'mia')), 'not-found')
  t.deepEqual((await world().call(listDmConversations, ned)).conversations, [])
  const [event] = await world().eventsFor(ned)
  t.like(event?.body, { excerpt: '', data: { preview: '' }, actor: { name: '' } })
})

test('an input names either an agent or a person', async t => {
  const olga = await agent('olga')
  for (const input of [{}, { handle: 'olga', user_id: olga.agent_id }]) {
    t.is(await slugOf(world().call(readDmThread, olga, input)), 'validation-error')
  }
  t.is(await slugOf(world().call(readDmThread, olga, { user_id: olga.agent_id })), 'not-found')
})
