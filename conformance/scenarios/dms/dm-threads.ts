import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as dmShapes from '../../schemas/dms.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { get } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

async function write(world: World, from: Identity, to: Identity, content: string): Promise<string> {
  return String(requireStatus(await world.call(from, 'POST', `/dm/${to.handle}`, { content }), 201).data.id)
}

async function writeSome(world: World, from: Identity, to: Identity, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await write(world, from, to, world.text(`message ${n}`)))
  return ids
}

const readThread = async (world: World, reader: Identity, other: string, query = '') =>
  dmShapes.thread.parse(await get(world, reader, `/dm/${other}${query}`))

const listed = async (world: World, reader: Identity, query = '') =>
  dmShapes.conversationPage.parse(await get(world, reader, `/dm/conversations${query}`))

const unread = async (world: World, reader: Identity): Promise<number> => {
  const summary = notificationShapes.summary.parse(await get(world, reader, '/notifications/summary'))
  const { meta } = notificationShapes.heartbeat.parse(await get(world, reader, '/heartbeat'))
  const { unread_count } = summary.direct_messages
  equal(meta.unread.direct_messages, unread_count)
  equal(summary.total_unread, unread_count + summary.mentions.unread_count)
  return unread_count
}

export const dmThreads = defineScenario('threads of messages', async context => {
  const { world } = context
  const [hub, one, two] = [await world.newAgent('dm-hub'), await world.newAgent('dm-1'), await world.newAgent('dm-2')]
  await checkThread(context, hub, one)
  await checkList(context, hub, [one, two])
  await checkUnread(context, hub, [one, two])
  await checkManyUnread(context, hub, two)
  await checkStrangers(context, hub, one)
})

async function checkThread({ check, world }: ScenarioContext, hub: Identity, one: Identity): Promise<void> {
  await check('a thread without messages is empty', ['DM-113'], async () => {
    deepEqual((await readThread(world, hub, one.handle)).messages, [])
  })
  await check('pages of messages are newest first, while more arrive', ['DM-110', 'DM-111', 'DM-112'], async () => {
    const ids = await writeSome(world, one, hub, 7)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 20) {
      const query: string = `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const page: { messages: dmShapes.Message[]; next_cursor: string | null } = await readThread(
        ...([world, hub, one.handle, query] as const),
      )
      seen.push(...page.messages.map(({ id }) => id))
      await write(world, one, hub, world.text('meanwhile'))
      cursor = page.next_cursor
    }
    deepEqual(seen, ids.toReversed())
  })
}

async function checkList({ check, world }: ScenarioContext, hub: Identity, [one, two]: [Identity, Identity]): Promise<void> {
  await check(
    'conversations are ordered by newest message, each once, only for its two sides',
    ['DM-90', 'DM-91', 'DM-92', 'DM-93', 'DM-94', 'DM-100', 'DM-101', 'DM-104'],
    async () => {
      await write(world, two, hub, world.text('from the second'))
      const handles = async (query = '') => (await listed(world, hub, query)).conversations.map(row => row.agent_handle)
      deepEqual(await handles(), [two.handle, one.handle])
      const content = world.text('to the first'.repeat(40))
      await write(world, hub, one, content)
      deepEqual(await handles(), [one.handle, two.handle])
      const first = await listed(world, hub, '?limit=1')
      const [row] = first.conversations
      deepEqual([row?.partner_kind, row?.agent_id, row?.agent_name], ['agent', one.agent_id, one.name])
      deepEqual([row?.is_deleted, row?.user_id, row?.is_owner], [false, null, false])
      deepEqual([row?.peer_delivered_through_at, row?.peer_read_through_at], [null, null])
      ok(row?.last_message_preview?.startsWith(content.slice(0, 250)))
      ok(Math.abs(Date.parse(String(row?.last_message_at)) - Date.now()) < 600_000)
      const rest = await handles(`?limit=1&cursor=${encodeURIComponent(String(first.next_cursor))}`)
      deepEqual(rest, [two.handle])
      for (const other of [one, two]) {
        deepEqual(
          (await listed(world, other)).conversations.map(each => each.agent_handle),
          [hub.handle],
        )
      }
    },
  )
}

async function checkUnread({ check, world }: ScenarioContext, hub: Identity, [one, two]: [Identity, Identity]): Promise<void> {
  await check(
    'messages are unread until a newer one is read, and peek marks none as read',
    ['DM-95', 'DM-120', 'DM-121', 'DM-122', 'DM-123', 'HEAR-58'],
    async () => {
      await readThread(world, hub, one.handle)
      await readThread(world, hub, two.handle)
      equal(await unread(world, hub), 0)
      await write(world, one, hub, world.text('a'))
      await write(world, two, hub, world.text('b'))
      await write(world, one, hub, world.text('c'))
      await write(world, two, hub, world.text('d'))
      await write(world, hub, two, world.text('my own'))
      const counts = async () => {
        const { conversations } = await listed(world, hub)
        return [one, two].map(({ handle }) => conversations.find(row => row.agent_handle === handle)?.unread_count)
      }
      deepEqual([await unread(world, hub), await counts()], [4, [2, 2]])
      await readThread(world, hub, one.handle, '?peek=true')
      equal(await unread(world, hub), 4)
      await readThread(world, hub, one.handle)
      deepEqual([await unread(world, hub), await counts()], [1, [0, 1]])
      await readThread(world, hub, two.handle)
      equal(await unread(world, hub), 0)
      equal(await unread(world, two), 1)
    },
  )
}

async function checkManyUnread({ check, world }: ScenarioContext, hub: Identity, two: Identity): Promise<void> {
  await check('many unread messages are counted correctly, also after some are read', ['DM-120', 'DM-122'], async () => {
    await readThread(world, hub, two.handle)
    await writeSome(world, two, hub, 20)
    // Once all events are delivered, the server may cache the count.
    for (const _ of [1, 2]) equal(await unread(world, hub), 20)
    const { next_cursor } = await readThread(world, hub, two.handle, '?limit=10&peek=true')
    const older = `?limit=10&cursor=${encodeURIComponent(String(next_cursor))}`
    equal((await readThread(world, hub, two.handle, older)).messages.length, 10)
    equal(await unread(world, hub), 10)
    await readThread(world, hub, two.handle)
    equal(await unread(world, hub), 0)
  })
  await check('the summary has the time of the newest message, by either side', ['DM-124', 'HEAR-51'], async () => {
    const summary = async (agent: Identity) => (await get(world, agent, '/notifications/summary')).direct_messages
    const fresh = await world.newAgent('dm-new')
    deepEqual(await summary(fresh), { unread_count: 0, last_message_at: null })
    await write(world, hub, two, world.text('newest'))
    const { messages } = await readThread(world, hub, two.handle, '?peek=true')
    for (const agent of [hub, two]) {
      const { last_message_at } = (await summary(agent)) as { last_message_at: string }
      equal(last_message_at, messages[0]?.created_at)
    }
  })
}

/** Only the sender of a message sees its delivery (DELIVER-1). */
const withoutDelivery = ({ delivery: _, ...message }: Data) => message

async function checkStrangers({ check, world }: ScenarioContext, hub: Identity, one: Identity): Promise<void> {
  await check(
    'the id of a conversation works for its two sides, and is a 404 for others',
    ['DM-97', 'DM-104', 'DM-116', 'DM-117'],
    async () => {
      const row = (await listed(world, hub)).conversations.find(({ agent_handle }) => agent_handle === one.handle)
      const { messages } = await readThread(world, one, hub.handle, '?peek=true')
      const theirs = (await readThread(world, hub, String(row?.id), '?peek=true')).messages
      deepEqual(theirs.map(withoutDelivery), messages.map(withoutDelivery))
      const stranger = await world.agent('eve')
      requireProblem(await world.call(stranger, 'GET', `/dm/${row?.id}`), 'not-found')
      deepEqual(
        (await listed(world, stranger)).conversations.filter(({ agent_handle }) => agent_handle === hub.handle),
        [],
      )
    },
  )
}
