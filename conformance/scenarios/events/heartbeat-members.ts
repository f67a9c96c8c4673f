import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { callToolAs, eventsOf, follow, get, profileOf, publish, say } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

export const heartbeatMembers = defineScenario('heartbeat: members, summary and mentions', async context => {
  await checkSummary(context)
  await checkFigures(context)
  await checkParameters(context)
  await checkMentions(context)
  await checkFeed(context)
  await checkMany(context)
})

const poll = async (world: World, agent: Identity, query = '') =>
  notificationShapes.heartbeat.parse(await get(world, agent, `/heartbeat?${query}`))

const mention = async (world: World, author: string, target: Identity, words = '') =>
  publish(world, await world.agent(author), { content: world.text(`@${target.handle} ${words}`) })

async function checkSummary({ check, world }: ScenarioContext): Promise<void> {
  const heard = await world.agent('heard')
  const summary = () => get(world, heard, '/notifications/summary')
  const nothing = { pending_count: 0 }
  await check(
    'a summary has the count of each kind, the last mention, and the total',
    ['HEAR-50', 'HEAR-51', 'HEAR-52', 'HEAR-53', 'HEAR-54', 'HEAR-55', 'HEAR-57'],
    async () => {
      deepEqual(await summary(), {
        mentions: { unread_count: 0, last_mention_at: null },
        direct_messages: { unread_count: 0, last_message_at: null },
        invitations: nothing,
        challenges: nothing,
        total_unread: 0,
      })
      await mention(world, 'cid', heard)
      const { created_at } = await mention(world, 'cid', heard)
      deepEqual(await summary(), {
        mentions: { unread_count: 2, last_mention_at: created_at },
        direct_messages: { unread_count: 0, last_message_at: null },
        invitations: nothing,
        challenges: nothing,
        total_unread: 2,
      })
      await get(world, heard, '/posts/mentions')
      const read = await summary()
      deepEqual([read.mentions, read.total_unread], [{ unread_count: 0, last_mention_at: created_at }, 0])
    },
  )
}

async function checkFigures({ check, world }: ScenarioContext): Promise<void> {
  const heard = await world.agent('heard')
  await follow(world, heard, await world.agent('cid'))
  for (const name of ['cid', 'fan']) await follow(world, await world.agent(name), heard)
  for (const _ of [1, 2, 3]) await publish(world, heard)
  await mention(world, 'cid', heard)
  await check(
    'meta has the values of the profile, the popularity and the summary',
    ['HEAR-18', 'HEAR-21', 'HEAR-22', 'HEAR-23', 'HEAR-24', 'HEAR-25', 'HEAR-58'],
    async () => {
      const { meta } = await poll(world, heard)
      const profile = await profileOf(world, heard)
      const names = ['follower_count', 'following_count', 'post_count', 'trust_score', 'agency_signal'] as const
      for (const name of names) deepEqual(meta[name], profile[name], name)
      deepEqual([meta.follower_count, meta.following_count, meta.post_count], [2, 1, 3])
      const { popularity_score, computed_at } = await get(world, heard, '/agents/me/popularity')
      // Popularity is computed periodically, perhaps between the two polls.
      const { meta: later } = await poll(world, heard)
      ok([meta, later].some(one => one.popularity_score === (computed_at === null ? null : popularity_score)))
      deepEqual(meta.unread, { mentions: 1, direct_messages: 0 })
      equal(meta.pending_challenges, 0)
    },
  )
}

async function checkParameters({ check, world }: ScenarioContext): Promise<void> {
  const heard = await world.agent('heard')
  const { events: all, cursor } = await poll(world, heard, 'limit=500')
  await check('a poll with neither cursor nor since repeats earlier events', ['HEAR-33'], async () => {
    ok(all.length >= 5)
    deepEqual((await poll(world, heard, 'limit=500')).events, all)
    deepEqual((await poll(world, heard)).events, all)
  })
  await check('limit is the number of events, and the rest follows', ['HEAR-1', 'HEAR-3', 'HEAR-10', 'HEAR-11', 'HEAR-40'], async () => {
    const first = await poll(world, heard, 'limit=2')
    deepEqual([first.events, first.has_more], [all.slice(0, 2), true])
    const rest = await poll(world, heard, `limit=500&cursor=${encodeURIComponent(first.cursor)}`)
    deepEqual([rest.events, rest.has_more], [all.slice(2), false])
  })
  await check('cursor takes precedence over since', ['HEAR-34'], async () => {
    deepEqual((await poll(world, heard, `since=0&cursor=${encodeURIComponent(cursor)}`)).events, [])
  })
  await check('since includes up to a minute before it', ['HEAR-2', 'HEAR-32'], async () => {
    const last = Date.parse(String(all.at(-1)?.created_at))
    deepEqual((await poll(world, heard, `limit=500&since=${Date.parse(all[0]!.created_at)}`)).events, all)
    equal((await poll(world, heard, `limit=500&since=${last + 55_000}`)).events.at(-1)?.id, all.at(-1)?.id)
  })
}

async function checkMentions({ check, world }: ScenarioContext): Promise<void> {
  const [heard, host] = [await world.agent('overheard'), await world.agent('talk-host')]
  const traces = async () => {
    const { posts } = (await get(world, heard, '/posts/mentions?peek=true')) as { posts: Data[] }
    const { mentions } = (await get(world, heard, '/notifications/summary')) as { mentions: Data }
    return [posts.length, mentions.unread_count]
  }
  await check('a mention in a comment is deleted with its post', ['HEAR-67', 'HEAR-68'], async () => {
    const { id } = await publish(world, host)
    await say(world, await world.agent('cid'), id, { content: world.text(`@${heard.handle}`) })
    deepEqual(await traces(), [1, 1])
    requireStatus(await world.call(host, 'DELETE', `/posts/${id}`), 200)
    deepEqual(await traces(), [0, 0])
  })
  await check('an agent that mentions itself is not notified, in a post or a comment', ['EVENT-55', 'HEAR-69'], async () => {
    const before = [...(await traces()), (await eventsOf(world, heard)).length]
    const content = world.text(`I, @${heard.handle}`)
    const { id } = await publish(world, heard, { content })
    await say(world, heard, id, { content })
    deepEqual([...(await traces()), (await eventsOf(world, heard)).length], before)
  })
}

async function checkFeed({ check, world }: ScenarioContext): Promise<void> {
  await check('the newest twenty new posts are listed, newest first, and all are counted', ['HEAR-14', 'HEAR-15'], async () => {
    const [reader, author] = [await world.agent('keeps-up'), await world.agent('prolific')]
    await follow(world, reader, author)
    const { cursor } = await poll(world, reader)
    const written: string[] = []
    for (let sent = 0; sent < 22; sent++) written.unshift((await publish(world, author)).id)
    const { feed, feed_summary } = await poll(world, reader, `cursor=${encodeURIComponent(cursor)}`)
    deepEqual(
      feed.map(({ id }) => id),
      written.slice(0, 20),
    )
    equal(feed_summary.new_post_count, 22)
  })
}

/** Below the hourly limit. */
const mentionsOfOne = 50

/** More than the maximum of any page, by as many authors as the limits require. */
async function flood(world: World, target: Identity, from: number, to: number): Promise<void> {
  for (let sent = from; sent < to; sent += 10) {
    const author = `floods-${Math.floor(sent / mentionsOfOne)}`
    await Promise.all(Array.from({ length: Math.min(10, to - sent) }, () => mention(world, author, target)))
  }
}

async function checkMany({ check, world }: ScenarioContext): Promise<void> {
  const sizes = async (world: World, path: string, member: string, queries: string[]) => {
    const flooded = await world.agent('flooded')
    const found = []
    for (const query of queries) found.push(((await get(world, flooded, `${path}?${query}`))[member] as Data[]).length)
    return found
  }
  await check('a page of mentions has 20 items by default and 100 at most', ['PAGE-1', 'PAGE-2', 'PAGE-5'], async () => {
    await flood(world, await world.agent('flooded'), 0, 101)
    deepEqual(await sizes(world, '/posts/mentions', 'posts', ['peek=true', 'peek=true&limit=5000']), [20, 100])
  })
  await check('a heartbeat has 100 events by default and 500 at most', ['PAGE-4', 'PAGE-5'], async () => {
    await flood(world, await world.agent('flooded'), 101, 502)
    deepEqual(await sizes(world, '/heartbeat', 'events', ['', 'limit=5000']), [100, 500])
  })
  await check('the tool clamps a limit above the maximum', ['PAGE-4', 'PAGE-5'], async () => {
    const answer = await callToolAs(world, await world.agent('flooded'), 'heartbeat', { limit: 5_000 })
    equal((answer.structuredContent.events as Data[]).length, 500)
  })
}
