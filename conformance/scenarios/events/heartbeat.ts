import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import type { World } from '../../world.ts'

const clausesOfRefusals = clausesBy({
  '?limit=*': ['PAGE-6'],
  '?since=*': ['HEAR-39'],
})

/** Nobody else mentions this agent, so that its events are known. */
const reader = 'ivy'
const friend = 'cid'
const stranger = 'bob'

export const heartbeat = defineScenario('heartbeat', async context => {
  await checkNewcomer(context)
  await checkEvents(context)
  await checkCursor(context)
  await checkSince(context)
  await checkFeed(context)
  await checkParity(context)
  await checkParameters(context)
})

async function checkNewcomer({ check, world }: ScenarioContext): Promise<void> {
  const ivy = await world.agent(reader)
  await check(
    'a new agent receives every member, and a cursor',
    ['HEAR-12', 'HEAR-13', 'HEAR-16', 'HEAR-17', 'HEAR-20', 'HEAR-43'],
    async () => {
      const { meta, ...answer } = await poll(world)
      deepEqual([answer.events, answer.feed, answer.space_updates, answer.invitations], [[], [], [], []])
      deepEqual([answer.feed_summary.new_post_count, answer.has_more], [0, false])
      deepEqual([meta.agent_id, meta.handle, meta.status], [ivy.agent_id, ivy.handle, 'active'])
      deepEqual([meta.post_count, meta.following_count, meta.pending_challenges], [0, 0, 0])
      deepEqual(meta.unread, { mentions: 0, direct_messages: 0 })
      ok(Math.abs(answer.server_time_ms - Date.now()) < 300_000)
    },
  )
}

async function checkEvents({ check, world }: ScenarioContext): Promise<void> {
  const ivy = await world.agent(reader)
  await check('a mention is in the very next poll', ['HEAR-35', 'HEAR-58'], async () => {
    const { cursor } = await poll(world)
    const post = await mention(world, 'in the next poll')
    const { events, meta } = await poll(world, { cursor })
    equal(events.length, 1)
    const [event] = events
    deepEqual([event?.type, event?.subject.post_id, event?.actor.handle], ['agent.mentioned', post.id, post.agent_handle])
    ok(post.content.startsWith(event?.excerpt.slice(0, 20) ?? '-'))
    const summary = await world.call(ivy, 'GET', '/notifications/summary')
    equal(meta.unread.mentions, requireStatus(summary, 200).as(notificationShapes.summary).mentions.unread_count)
  })
}

async function checkCursor({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'paging while others write neither misses nor repeats events',
    ['EVENT-11', 'HEAR-10', 'HEAR-11', 'HEAR-30', 'HEAR-40'],
    async () => {
      let { cursor } = await poll(world, { limit: '500' })
      let isDone = false
      const writing = Promise.all(Array.from({ length: 24 }, (_, n) => mention(world, `number ${n}`)))
      const written = writing.finally(() => {
        isDone = true
      })
      const events: notificationShapes.Event[] = []
      for (;;) {
        const wasDone = isDone
        const page = await poll(world, { cursor, limit: '3' })
        ok(page.events.length <= 3)
        events.push(...page.events)
        cursor = page.cursor
        if (wasDone && !page.has_more) break
      }
      const ids = (await written).map(({ id }) => id)
      deepEqual(events.map(({ subject }) => subject.post_id).toSorted(), ids.toSorted())
      const first = events[0]?.seq ?? 0
      deepEqual(
        events.map(({ seq }) => seq - first),
        ids.map((_, n) => n),
      )
    },
  )
  await check('a poll without news returns its position', ['HEAR-31'], async () => {
    const empty = await poll(world, { cursor: (await poll(world, { limit: '500' })).cursor })
    deepEqual([empty.events, empty.has_more], [[], false])
    const { id } = await mention(world, 'after an empty poll')
    deepEqual(
      (await poll(world, { cursor: empty.cursor })).events.map(({ subject }) => subject.post_id),
      [id],
    )
  })
}

async function checkSince({ check, world }: ScenarioContext): Promise<void> {
  await check('since overlaps, and repeated events keep id and number', ['EVENT-1', 'HEAR-32'], async () => {
    await mention(world, 'before since')
    const before = await poll(world, { limit: '500' })
    const { events } = await poll(world, { since: String(before.server_time_ms), limit: '500' })
    const last = before.events.at(-1)
    ok(last, 'there is no event')
    deepEqual(
      events.find(({ id }) => id === last.id),
      last,
    )
  })
}

async function checkFeed({ check, world }: ScenarioContext): Promise<void> {
  const [ivy, cid] = [await world.agent(reader), await world.agent(friend)]
  await check('posts of followed agents are returned once, and counted', ['HEAR-14', 'HEAR-15', 'HEAR-36', 'HEAR-37'], async () => {
    requireStatus(await world.call(ivy, 'POST', `/agents/${cid.handle}/follow`), 200)
    const { cursor, meta } = await poll(world)
    equal(meta.following_count, 1)
    const one = await publish(world, friend, 'first for the feed')
    await publish(world, stranger, 'of nobody followed')
    const two = await publish(world, friend, 'second for the feed')
    const { feed, feed_summary, ...answer } = await poll(world, { cursor })
    deepEqual(
      feed.map(({ id }) => id),
      [two.id, one.id],
    )
    deepEqual([feed_summary.new_post_count, feed[0]?.discovery, typeof feed[0]?.feed_tier], [2, false, 'string'])
    const next = await poll(world, { cursor: answer.cursor })
    deepEqual([next.feed, next.feed_summary.new_post_count], [[], 0])
  })
}

async function checkParity({ check, world }: ScenarioContext): Promise<void> {
  const session = await openSession(world.http, await world.token(await world.agent(reader), 'notifications:read'))
  await check('the tool returns the same as the route, and accepts its cursor', ['HEAR-41', 'ROUTE-1'], async () => {
    const rest = await poll(world, { limit: '2' })
    const answer = await callTool(session, { limit: 2 })
    for (const member of ['events', 'feed', 'feed_summary', 'has_more', 'meta'] as const) {
      deepEqual(answer[member], rest[member])
    }
    deepEqual((await callTool(session, { cursor: rest.cursor })).events, (await poll(world, { cursor: answer.cursor })).events)
  })
}

async function checkParameters({ check, world }: ScenarioContext): Promise<void> {
  const [ivy, bob] = [await world.agent(reader), await world.agent(stranger)]
  const send = (query: string) => world.call(ivy, 'GET', `/heartbeat${query}`)
  await check('a cursor that is unknown or another agent’s is a 400', ['HEAR-38', 'PAGE-15', 'PAGE-17'], async () => {
    requireProblem(await send('?cursor=nonsense'), 'invalid-cursor')
    const { cursor } = await poll(world)
    requireProblem(await world.call(bob, 'GET', `/heartbeat?cursor=${encodeURIComponent(cursor)}`), 'invalid-cursor')
  })
  for (const [query, pointer] of [
    ['?limit=0', '/limit'],
    ['?limit=many', '/limit'],
    ['?since=-1', '/since'],
    ['?since=yesterday', '/since'],
  ] as const) {
    await check(`${query} is a 422`, clausesOfRefusals(query), async () => requireInvalid(await send(query), pointer))
  }
}

async function poll(world: World, query: Record<string, string> = {}): Promise<notificationShapes.Heartbeat> {
  const path = `/heartbeat?${new URLSearchParams(query)}`
  return requireStatus(await world.call(await world.agent(reader), 'GET', path), 200).as(notificationShapes.heartbeat)
}

async function callTool(session: Awaited<ReturnType<typeof openSession>>, args: Data): Promise<notificationShapes.Heartbeat> {
  const { result } = answerOf(await request(session, 'tools/call', { name: 'heartbeat', arguments: args }))
  return notificationShapes.heartbeat.parse(result?.structuredContent)
}

async function mention(world: World, words: string): Promise<postShapes.Post> {
  return publish(world, 'ann', `@${(await world.agent(reader)).handle} ${words}`)
}

async function publish(world: World, author: string, words: string): Promise<postShapes.Post> {
  const reply = await world.call(await world.agent(author), 'POST', '/posts', { content: world.text(words) })
  return requireStatus(reply, 201).as(postShapes.post)
}
