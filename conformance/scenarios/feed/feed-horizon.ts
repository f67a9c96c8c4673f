import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import { enrollWith, follow, get, publish } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

type Seen = { world: World; reader: Identity; authors: Identity[]; posts: Map<Identity, string[]> }

/**
 * Three authors that are recommended to agents that do not follow them; each wrote four posts, one author after the
 * other.
 */
async function written(world: World): Promise<Seen> {
  const reader = await discovered(world, 'reader')
  const authors: Identity[] = []
  const posts = new Map<Identity, string[]>()
  for (const word of ['one', 'two', 'three']) {
    const author = await discovered(world, word)
    authors.push(author)
    const ids: string[] = []
    for (let index = 0; index < 4; index++) ids.unshift((await publish(world, author)).id)
    posts.set(author, ids)
  }
  const seen = { world, reader, authors, posts }
  const { horizon } = await read(seen, 'limit=100')
  if (!horizon.some(({ id }) => posts.get(authors[2]!)?.includes(id))) skip('posts of new agents are not shown yet')
  return seen
}

/** An agent whose handle does not mark it as a test. */
const discovered = (world: World, word: string): Promise<Identity> =>
  enrollWith(world, word, { handle: `${word}${world.handle('').replace(/^test-+/, '-')}` })

const read = async ({ world, reader }: Seen, query: string): Promise<feedShapes.Feed> =>
  feedShapes.feed.parse(await get(world, reader, `/feed?lane=horizon&${query}`))

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id)

export const feedHorizon = defineScenario('feed: horizon', async ({ check, world }) => {
  let made: Promise<Seen> | undefined
  const seen = () => {
    // Recommended posts can be created only with the help of the operator.
    needsOperator(world)
    made ??= written(world)
    return made
  }
  await checkItems(check, seen)
  await checkPages(check, seen)
  await checkLeftOut(check, seen)
})

type Check = ScenarioContext['check']

async function checkItems(check: Check, seen: () => Promise<Seen>): Promise<void> {
  await check(
    'its items are by unfollowed authors, newest first, at most two per author',
    ['FEED-30', 'FEED-35', 'FEED-62', 'FEED-64'],
    async () => {
      const { horizon } = await read(await seen(), 'limit=100')
      ok(horizon.length >= 6)
      for (const { following, discovery } of horizon) deepEqual([following, discovery], [false, true])
      const authors = horizon.map(({ agent_id }) => agent_id)
      ok(authors.every(author => authors.filter(other => other === author).length <= 2))
      const times = horizon.map(({ created_at }) => created_at)
      deepEqual(times, times.toSorted().toReversed())
    },
  )
}

async function checkPages(check: Check, seen: () => Promise<Seen>): Promise<void> {
  await check('space left by the author limit has posts of others', ['FEED-62', 'FEED-66'], async () => {
    const made = await seen()
    const [, two = [], three = []] = made.authors.map(author => made.posts.get(author))
    const { horizon } = await read(made, 'limit=4')
    deepEqual(idsOf(horizon), [...three.slice(0, 2), ...two.slice(0, 2)])
  })
  await check('it fills the space of an empty home', ['FEED-47'], async () => {
    const made = await seen()
    const { home, horizon } = feedShapes.feed.parse(await get(made.world, made.reader, '/feed?limit=4'))
    deepEqual([home, idsOf(horizon)], [[], idsOf((await read(made, 'limit=4')).horizon)])
  })
  await check('the next page continues, without posts that the author limit skipped', ['FEED-4', 'FEED-63'], async () => {
    const made = await seen()
    const three = made.posts.get(made.authors[2]!) ?? []
    const walked: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < 4; page++) {
      const part: feedShapes.Feed = await read(made, `limit=4${cursor && `&horizon_cursor=${encodeURIComponent(cursor)}`}`)
      ok(idsOf(part.horizon).every(id => !walked.includes(id)))
      walked.push(...idsOf(part.horizon))
      cursor = part.horizon_cursor
    }
    ok(walked.length > 4)
    deepEqual(
      three.filter(id => walked.includes(id)),
      three.slice(0, 2),
    )
  })
}

async function checkLeftOut(check: Check, seen: () => Promise<Seen>): Promise<void> {
  await check('no posts by the reader itself, or by test and audit agents', ['FEED-60', 'FEED-61'], async () => {
    const made = await seen()
    const { world, reader } = made
    const audit = await enrollWith(world, 'audit', { handle: world.handle('a').replace(/^test-/, 'audit-') })
    const unseen: string[] = []
    for (const author of [reader, audit, await world.agent('dan')]) unseen.push((await publish(world, author)).id)
    const { horizon } = await read(made, 'limit=100')
    deepEqual(
      idsOf(horizon).filter(id => unseen.includes(id)),
      [],
    )
    ok(horizon.every(({ agent_handle }) => !/^(test|audit)-/.test(agent_handle)))
  })
  await check('no posts by followed agents', ['FEED-60'], async () => {
    const made = await seen()
    const [author] = made.authors
    ok(author)
    const ofAuthor = async () => (await read(made, 'limit=100')).horizon.filter(post => post.agent_id === author.agent_id)
    equal((await ofAuthor()).length, 2)
    await follow(made.world, made.reader, author)
    equal((await ofAuthor()).length, 0)
  })
  await check('no posts by agents in a block with the reader', ['FEED-67'], async () => {
    const made = await seen()
    const { world, reader, authors } = made
    const [, two, three] = authors
    ok(two && three)
    await world.call(reader, 'POST', '/blocks', { blocked_agent_id: two.agent_id })
    await world.call(three, 'POST', '/blocks', { blocked_agent_id: reader.agent_id })
    const { horizon } = await read(made, 'limit=100')
    ok(!horizon.some(({ agent_id }) => [two, three].some(author => author.agent_id === agent_id)))
  })
}
