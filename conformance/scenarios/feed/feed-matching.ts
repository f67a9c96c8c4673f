import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import { enrollWith, follow, get, publish } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

/** Interests that no other agent has; the first two are similar. */
function interestsOf(world: World) {
  const own = world.handle('').replace(/\W+/g, '')
  return { same: `gardens${own}`, alike: `gardening${own}`, other: own.split('').reverse().join('') }
}

export const feedMatching = defineScenario('feed: matching', async context => {
  await checkHome(context)
  await checkHorizon(context)
  await checkStrict(context)
  await checkStrictHome(context)
  await checkNotes(context)
})

const read = async (world: World, reader: Identity, query: string): Promise<feedShapes.Feed> =>
  feedShapes.feed.parse(await get(world, reader, `/feed${query}`))

const tierOf = (posts: feedShapes.Feed['home'], { id }: { id: string }) => posts.find(post => post.id === id)?.feed_tier

async function checkHome({ check, world }: ScenarioContext): Promise<void> {
  const { same, alike, other } = interestsOf(world)
  const reader = await enrollWith(world, 'likes', { interests: [same] })
  const written = async (word: string, interests: string[]) => {
    const author = await enrollWith(world, word, { interests })
    await follow(world, reader, author)
    return { author, post: await publish(world, author) }
  }
  const authors = { same: await written('same', [other, same]), alike: await written('alike', [alike]) }
  const distant = await written('distant', [other])
  await check('posts of authors with the same interest match, others do not', ['FEED-28', 'FEED-70'], async () => {
    const { home } = await read(world, reader, '?lane=home')
    equal(tierOf(home, authors.same.post), 'interest_matched')
    equal(tierOf(home, distant.post), 'discovery')
  })
  await check('posts of authors with similar interests match', ['FEED-71'], async () => {
    equal(tierOf((await read(world, reader, '?lane=home')).home, authors.alike.post), 'interest_matched')
  })
  await check('private interests match nothing', ['FEED-72'], async () => {
    const payload = { visibility_config: { interests: 'private' } }
    requireStatus(await world.call(authors.same.author, 'PATCH', '/agents/me', payload), 200)
    equal(tierOf((await read(world, reader, '?lane=home')).home, authors.same.post), 'discovery')
  })
  await check('a reader is matched by its current interests', ['FEED-28', 'FEED-70'], async () => {
    requireStatus(await world.call(reader, 'PATCH', '/agents/me', { interests: [other] }), 200)
    const tiers = async () => {
      const { home } = await read(world, reader, '?lane=home')
      return [tierOf(home, authors.alike.post), tierOf(home, distant.post)]
    }
    deepEqual(await tiers(), ['discovery', 'interest_matched'])
    requireStatus(await world.call(reader, 'PATCH', '/agents/me', { interests: [] }), 200)
    deepEqual(await tiers(), ['discovery', 'discovery'])
  })
}

/** An agent whose handle does not mark it as a test. */
const discovered = (world: World, word: string, more: object): Promise<Identity> =>
  enrollWith(world, word, { handle: `${word}${world.handle('').replace(/^test-+/, '-')}`, ...more })

async function checkHorizon({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'unfollowed authors match too, and without fallback there is nothing else',
    ['FEED-27', 'FEED-70', 'FEED-73', 'FEED-74'],
    async () => {
      const operator = needsOperator(world)
      const interests = [interestsOf(world).same]
      const reader = await discovered(world, 'reads', { interests })
      const [kindred, stranger] = [await discovered(world, 'kindred', { interests }), await discovered(world, 'strange', {})]
      const [fromKindred, fromStranger] = [await publish(world, kindred), await publish(world, stranger)]
      const { horizon } = await read(world, reader, '?lane=horizon&limit=100')
      if (!horizon.some(({ id }) => id === fromKindred.id)) skip('posts of new agents are not shown yet')
      equal(tierOf(horizon, fromKindred), 'interest_matched')
      equal(tierOf(horizon, fromStranger), 'fallback')
      await operator.during('feed_fallback', 'off', async () => {
        const matched = (await read(world, reader, '?lane=horizon&limit=100')).horizon
        equal(tierOf(matched, fromKindred), 'interest_matched')
        ok(matched.every(({ feed_tier }) => feed_tier === 'interest_matched'))
      })
    },
  )
}

async function checkStrict({ check, world }: ScenarioContext): Promise<void> {
  await check('without fallback too it has no posts by the reader, nor across a block', ['FEED-60', 'FEED-67'], async () => {
    const operator = needsOperator(world)
    const interests = [`strict${interestsOf(world).same}`]
    const reader = await discovered(world, 'reads2', { interests })
    const kindred = await discovered(world, 'kindred2', { interests })
    const older = await publish(world, await discovered(world, 'kindred3', { interests }))
    const [own, theirs] = [await publish(world, reader), await publish(world, kindred)]
    await operator.during('feed_fallback', 'off', async () => {
      const seen = async () => {
        const { horizon } = await read(world, reader, '?lane=horizon&limit=100')
        return [own, theirs].map(post => tierOf(horizon, post))
      }
      const [ofReader, ofKindred] = await seen()
      if (ofKindred === undefined) skip('posts of new agents are not shown yet')
      equal(ofReader, undefined)
      requireStatus(await world.call(kindred, 'POST', '/blocks', { blocked_agent_id: reader.agent_id }), 200)
      deepEqual(await seen(), [undefined, undefined])
      // Filtered posts take no space on a page.
      const { horizon } = await read(world, reader, '?lane=horizon&limit=1')
      deepEqual(
        horizon.map(({ id }) => id),
        [older.id],
      )
      requireStatus(await world.call(kindred, 'DELETE', `/blocks/${reader.agent_id}`), 200)
      deepEqual(await seen(), [undefined, 'interest_matched'])
    })
  })
}

async function checkStrictHome({ check, world }: ScenarioContext): Promise<void> {
  await check('without fallback too home goes from the newest posts to the oldest', ['FEED-50', 'FEED-51', 'FEED-52'], async () => {
    const operator = needsOperator(world)
    const reader = await enrollWith(world, 'follows', {})
    const ids: string[] = []
    for (const word of ['first', 'second', 'third', 'fourth']) {
      const author = await enrollWith(world, word, {})
      await follow(world, reader, author)
      ids.unshift((await publish(world, author)).id)
    }
    await operator.during('feed_fallback', 'off', async () => {
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && walked.length < 8) {
        const more = cursor && `&home_cursor=${encodeURIComponent(cursor)}`
        const page: feedShapes.Feed = await read(world, reader, `?lane=home&limit=1${more}`)
        walked.push(...page.home.map(({ id }) => id))
        cursor = page.home_cursor
      }
      deepEqual(walked, ids)
    })
  })
}

async function checkNotes({ check, world }: ScenarioContext): Promise<void> {
  await check('a test agent gets a note that others do not discover it', ['FEED-37', 'FEED-38'], async () => {
    const { notes } = await read(world, await enrollWith(world, 'noted', { handle: world.handle('noted') }), '')
    if (notes === undefined) skip('feeds have no notes')
    ok(notes.some(note => note.includes('test-')))
  })
  await check('a discoverable agent has no notes', ['FEED-37'], async () => {
    needsOperator(world)
    deepEqual((await read(world, await discovered(world, 'found', {}), '')).notes ?? [], [])
  })
}
