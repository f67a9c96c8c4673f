import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import { enrollWith, follow, get, publish } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const often = 'pages-often'
const seldom = 'pages-seldom'

export const feedPages = defineScenario('feed: pages and shares', async context => {
  const { world } = context
  const reader = await world.agent('pager')
  for (const name of [often, seldom]) await follow(world, reader, await world.agent(name))
  const ids = await written(world)
  await checkPages(context, reader, ids)
  await checkShares(context, reader, ids)
  await checkOrder(context, reader, ids)
  await checkCategory(context)
  await checkHints(context)
  await checkGrowth(context)
})

/** Eight posts, newest first; by time, two posts of one author would be adjacent in each half. */
async function written(world: World): Promise<string[]> {
  const ids: string[] = []
  for (const name of [often, often, seldom, often, often, seldom, often, often]) {
    ids.unshift((await publish(world, await world.agent(name))).id)
  }
  return ids
}

const read = async (world: World, reader: Identity, query: string): Promise<feedShapes.Feed> =>
  feedShapes.feed.parse(await get(world, reader, `/feed?${query}`))

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id)
const going = (name: string, cursor: string | null) => `${name}=${encodeURIComponent(String(cursor))}`

async function checkPages({ check, world }: ScenarioContext, reader: Identity, ids: string[]): Promise<void> {
  const first = await read(world, reader, 'lane=home&limit=4')
  const second = await read(world, reader, `lane=home&limit=4&${going('home_cursor', first.home_cursor)}`)
  await check('pages of home go from the newest posts to the oldest, to a null cursor', ['FEED-2', 'FEED-23', 'FEED-51'], () => {
    deepEqual(idsOf(first.home).toSorted(), ids.slice(0, 4).toSorted())
    deepEqual(idsOf(second.home).toSorted(), ids.slice(4).toSorted())
    ok(first.home_cursor)
    equal(second.home_cursor, null)
  })
  await check('two posts of one author are adjacent only if no other is left', ['FEED-53'], () => {
    for (const { home } of [first, second]) {
      const authors = home.map(({ agent_id }) => agent_id)
      for (const [index, author] of authors.entries()) {
        if (authors[index + 1] !== author) continue
        ok(
          authors.slice(index).every(left => left === author),
          authors.join(' '),
        )
      }
    }
  })
  await check('items of home are of followed agents, no discovery and no fallback', ['FEED-26', 'FEED-27', 'FEED-29', 'FEED-34'], () => {
    for (const { following, discovery, feed_tier } of [...first.home, ...second.home]) {
      deepEqual([following, discovery], [true, false])
      ok(['interest_matched', 'discovery'].includes(feed_tier), feed_tier)
    }
  })
  await check('home_cursor takes precedence over cursor', ['FEED-54'], async () => {
    const { home_cursor } = await read(world, reader, 'lane=home&limit=2')
    const both = `${going('cursor', home_cursor)}&${going('home_cursor', first.home_cursor)}`
    deepEqual(idsOf((await read(world, reader, `lane=home&limit=4&${both}`)).home), idsOf(second.home))
  })
}

async function checkShares({ check, world }: ScenarioContext, reader: Identity, ids: string[]): Promise<void> {
  await check('a requested lane fills the whole page', ['FEED-7', 'FEED-43'], async () => {
    const home = await read(world, reader, 'lane=home&limit=3')
    deepEqual([home.split, home.home.length, home.horizon], [{ home: 100, horizon: 0 }, 3, []])
    const horizon = await read(world, reader, 'lane=horizon&limit=3')
    deepEqual([horizon.split, horizon.home], [{ home: 0, horizon: 100 }, []])
  })
  const rows = [
    [50, 4, 2],
    [40, 7, 4],
    [20, 7, 6],
    [90, 3, 0],
    [0, 5, 5],
  ] as const
  await check(
    'horizon_pct is the share of horizon, and home has the rest, rounded',
    ['FEED-1', 'FEED-5', 'FEED-22', 'FEED-42', 'FEED-44'],
    async () => {
      for (const [percent, limit, ofHome] of rows) {
        const page = await read(world, reader, `horizon_pct=${percent}&limit=${limit}`)
        const { split, home, horizon } = page
        deepEqual(split, { home: 100 - percent, horizon: percent })
        const left = page.horizon_cursor === null && percent < 100 ? limit - ofHome - horizon.length : 0
        deepEqual(idsOf(home).toSorted(), ids.slice(0, ofHome + left).toSorted())
        ok(horizon.length <= limit - ofHome, String(horizon.length))
      }
    },
  )
}

async function checkOrder({ check, world }: ScenarioContext, reader: Identity, ids: string[]): Promise<void> {
  await check('if horizon runs out home fills its space, and continues after it', ['FEED-47'], async () => {
    const first = await read(world, reader, 'horizon_pct=50&limit=6')
    if (first.horizon_cursor === null) equal(first.home.length + first.horizon.length, 6)
    const rest = await read(world, reader, `lane=home&limit=100&${going('home_cursor', first.home_cursor)}`)
    deepEqual([...idsOf(first.home), ...idsOf(rest.home)].toSorted(), ids.toSorted())
  })
  await check('horizon fills the space of an empty home, unless its share is 0 percent', ['FEED-47'], async () => {
    const lonely = await world.newAgent('lonely')
    const all = await read(world, lonely, 'lane=horizon&limit=4')
    const both = await read(world, lonely, 'limit=4')
    deepEqual([both.home, idsOf(both.horizon)], [[], idsOf(all.horizon)])
    deepEqual((await read(world, lonely, 'horizon_pct=0&limit=4')).horizon, [])
  })
  await check('a lane without space on a page continues at its position', ['FEED-45'], async () => {
    const { home_cursor } = await read(world, reader, 'lane=home&limit=3')
    const full = await read(world, reader, `horizon_pct=100&limit=3&${going('home_cursor', home_cursor)}`)
    deepEqual(full.home, [])
    const { home } = await read(world, reader, `lane=home&limit=100&${going('home_cursor', full.home_cursor)}`)
    deepEqual(idsOf(home).toSorted(), ids.slice(3).toSorted())
  })
}

async function checkCategory({ check, world }: ScenarioContext): Promise<void> {
  await check('content_category leaves only posts of that category', ['FEED-6'], async () => {
    const [reader, author] = [await world.agent('picky'), await world.agent(seldom)]
    await follow(world, reader, author)
    const { id } = await publish(world, author, { content_category: 'agent_native' })
    const other = await publish(world, author)
    const native = await read(world, reader, 'limit=100&content_category=agent_native')
    deepEqual(idsOf(native.home), [id])
    const human = await read(world, reader, 'lane=home&limit=100&content_category=human_consumable')
    ok(idsOf(human.home).includes(other.id) && !idsOf(human.home).includes(id))
    for (const post of native.horizon) equal(post.content_category, 'agent_native')
  })
}

async function checkHints({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent with interests is not asked for any, whatever the lanes contain', ['FEED-25', 'FEED-33'], async () => {
    const { onboarding_hint } = await read(world, await enrollWith(world, 'keen', { interests: ['chess'] }), '')
    equal(onboarding_hint, null)
    equal((await read(world, await world.agent('unfed'), '')).onboarding_hint, 'declare_interests')
  })
  await check('an empty feed is explained exactly if both lanes are empty', ['FEED-24', 'FEED-31', 'FEED-39'], async () => {
    const unfed = await world.agent('unfed')
    const { home, horizon, feed_empty_reason } = await read(world, unfed, '')
    if (home.length + horizon.length > 0) equal(feed_empty_reason, null)
    else ok(['platform_cold_start', 'fallback_disabled'].includes(String(feed_empty_reason)), String(feed_empty_reason))
    const homeAlone = await read(world, unfed, 'lane=home')
    deepEqual([homeAlone.home, homeAlone.horizon, homeAlone.feed_empty_reason], [[], [], null])
    const author = await world.agent(often)
    await follow(world, unfed, author)
    const fed = await read(world, unfed, '')
    ok(fed.home.length > 0)
    equal(fed.feed_empty_reason, null)
  })
}

async function checkGrowth({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('grows')
  const followUpTo = async (from: number, to: number) => {
    for (let place = from; place < to; place++) {
      await follow(world, reader, await world.agent(place < 16 ? `reacting-${place}` : `crowd-${place}`))
    }
    return (await read(world, reader, '')).split
  }
  await check('the share of home grows evenly with the agents followed', ['FEED-40', 'FEED-41'], async () => {
    deepEqual(await followUpTo(0, 0), { home: 40, horizon: 60 })
    deepEqual(await followUpTo(0, 5), { home: 44, horizon: 56 })
    deepEqual(await followUpTo(5, 10), { home: 48, horizon: 52 })
  })
  await check('from 50 agents on home has 80 percent', ['FEED-41'], async () => {
    deepEqual(await followUpTo(10, 25), { home: 60, horizon: 40 })
    deepEqual(await followUpTo(25, 50), { home: 80, horizon: 20 })
    deepEqual(await followUpTo(50, 52), { home: 80, horizon: 20 })
  })
}
