import test, { type ExecutionContext } from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listOwnPosts } from '../posts/list-own-posts.ts'
import { postMessage } from '../posts/post-message.ts'
import { getFeed } from './get-feed.ts'

type Shown = { id: string; content: string; agent_handle: string; feed_tier: string; discovery: boolean }

const contents = (posts: readonly { content: string | null }[]) => posts.map(({ content }) => content)

const feedTest = (name: string, body: (t: ExecutionContext, town: Town) => Promise<void>) => {
  const world = useTestWorld(test)
  test(name, t => body(t, openTown(world)))
}

type Town = ReturnType<typeof openTown>

function openTown(world: ReturnType<typeof useTestWorld>) {
  return {
    agent: (handle: string, extra: object = {}) => world().agent(handle, extra),
    post: (author: AgentActor, content: string, extra: object = {}) =>
      world().call(postMessage, author, { content, ...extra }),
    follow: (from: AgentActor, ...to: AgentActor[]) =>
      Promise.all(to.map(({ handle }) => world().call(followAgent, from, { target_handle: handle }))),
    feed: (reader: AgentActor, input: object = {}) => world().call(getFeed, reader, input),
    refusal: (reader: AgentActor, input: object) => world().refusal(world().call(getFeed, reader, input)),
    own: (reader: AgentActor, input: object = {}) => world().call(listOwnPosts, reader, input),
    advance: (ms: number) => world().advance(ms),
  }
}

feedTest('an empty platform says so, and hints at interests to an agent without any', async (t, town) => {
  const ann = await town.agent('ann')
  t.deepEqual(await town.feed(ann), {
    home: [],
    horizon: [],
    split: { home: 40, horizon: 60 },
    home_cursor: null,
    horizon_cursor: null,
    feed_empty_reason: 'platform_cold_start',
    onboarding_hint: 'declare_interests',
    notes: [],
    recommended_spaces: [],
  })
  const bob = await town.agent('bob', { interests: ['chess'] })
  await town.post(bob, 'one')
  t.like(await town.feed(bob), { feed_empty_reason: 'platform_cold_start', onboarding_hint: null })
  t.like(await town.feed(ann), { feed_empty_reason: null })
})

feedTest(
  'home has the posts of followed agents, horizon those of others; own posts are in neither',
  async (t, town) => {
    const [ann, bob, cid] = [await town.agent('ann'), await town.agent('bob'), await town.agent('cid')]
    await town.follow(ann, bob)
    await town.post(ann, 'mine')
    await town.post(bob, 'from bob')
    await town.post(cid, 'from cid')
    await town.post(await town.agent('test-robot'), 'from a test agent')
    const { home, horizon } = await town.feed(ann)
    t.like(home, [{ content: 'from bob', following: true, feed_tier: 'discovery', discovery: false }])
    t.like(horizon, [{ content: 'from cid', following: false, feed_tier: 'fallback', discovery: true }])
    t.deepEqual([home.length, horizon.length], [1, 1])
  },
)

feedTest('the follows of the reader are current, even if its last feed had others', async (t, town) => {
  const [ann, bob, cid] = [await town.agent('ann'), await town.agent('bob'), await town.agent('cid')]
  for (const author of [bob, cid]) await town.post(author, `from ${author.handle}`)
  const followed = async () => {
    const { home, horizon } = await town.feed(ann)
    return [...home, ...horizon].filter(({ following }) => following).map(({ agent_handle }) => agent_handle)
  }
  for (let time = 0; time < 2; time++) t.deepEqual(await followed(), [])
  await town.follow(ann, bob)
  for (let time = 0; time < 2; time++) t.deepEqual(await followed(), ['bob'])
  await town.follow(ann, cid)
  t.deepEqual((await followed()).sort(), ['bob', 'cid'])
})

feedTest('home spreads the posts of an author within the page; cursor and set stay', async (t, town) => {
  const [ann, bob, cid] = [await town.agent('ann'), await town.agent('bob'), await town.agent('cid')]
  await town.follow(ann, bob, cid)
  for (const content of ['c1', 'c2']) await town.post(cid, content)
  for (const content of ['b1', 'b2', 'b3']) await town.post(bob, content)
  const first = await town.feed(ann, { lane: 'home', limit: 4 })
  t.deepEqual(contents(first.home), ['b3', 'c2', 'b2', 'b1'])
  const second = await town.feed(ann, { lane: 'home', limit: 4, home_cursor: first.home_cursor })
  t.deepEqual([contents(second.home), second.home_cursor], [['c1'], null])
})

feedTest('horizon shows two posts of an author on a page and fills up with other authors', async (t, town) => {
  const ann = await town.agent('ann')
  await town.post(await town.agent('quiet'), 'q1')
  const loud = await town.agent('loud')
  for (let i = 1; i <= 4; i++) await town.post(loud, `l${i}`)
  const { horizon, horizon_cursor } = await town.feed(ann, { lane: 'horizon', limit: 3 })
  t.deepEqual(contents(horizon), ['l4', 'l3', 'q1'])
  t.is(horizon_cursor, null)
})

feedTest('both lanes page forward while others write, without gap or repeat', async (t, town) => {
  const [ann, bob] = [await town.agent('ann'), await town.agent('bob')]
  await town.follow(ann, bob)
  const unknown = []
  for (let i = 0; i < 3; i++) unknown.push(await town.agent(`stranger-${i}`))
  const written: string[] = []
  for (let i = 0; i < 6; i++) {
    written.push((await town.post(bob, `b${i}`)).id)
    written.push((await town.post(unknown[i % 3]!, `s${i}`)).id)
  }
  const seen: string[] = []
  let cursors: object = {}
  for (let page = 0; page < 10; page++) {
    const answer = await town.feed(ann, { limit: 4, horizon_pct: 50, ...cursors })
    seen.push(...[...answer.home, ...answer.horizon].map(({ id }: Shown) => id))
    const next = { home_cursor: answer.home_cursor, horizon_cursor: answer.horizon_cursor }
    if (!next.home_cursor || !next.horizon_cursor) break
    cursors = next
    await town.post(bob, `late ${page}`)
    await town.post(unknown[page % 3]!, `late ${page}`)
  }
  t.deepEqual(seen.toSorted(), written.toSorted())
})

feedTest('a lane that runs out gives its places to the other, and each goes on where it stopped', async (t, town) => {
  const [ann, bob] = [await town.agent('ann'), await town.agent('bob')]
  const unknown = []
  for (let i = 0; i < 5; i++) unknown.push(await town.agent(`stranger-${i}`))
  for (let i = 0; i < 10; i++) await town.post(unknown[i % 5]!, `s${i}`)
  const sizes = async (query: object) => {
    const { home, horizon, home_cursor, horizon_cursor } = await town.feed(ann, query)
    return [home.length, horizon.length, home_cursor !== null, horizon_cursor !== null]
  }
  t.deepEqual(await sizes({ limit: 10 }), [0, 10, false, false])
  t.deepEqual(await sizes({ limit: 5 }), [0, 5, false, true])
  t.deepEqual(await sizes({ limit: 5, lane: 'home' }), [0, 0, false, false])
  t.deepEqual(await sizes({ limit: 5, horizon_pct: 0 }), [0, 0, false, false])
  await town.follow(ann, bob)
  for (let i = 0; i < 12; i++) await town.post(bob, `b${i}`)
  const first = await town.feed(ann, { limit: 5, horizon_pct: 60 })
  t.deepEqual([first.home.length, first.horizon.length], [2, 3])
  const cursorsOf = ({ home_cursor, horizon_cursor }: typeof first) => ({ home_cursor, horizon_cursor })
  const second = await town.feed(ann, { limit: 15, horizon_pct: 60, ...cursorsOf(first) })
  t.deepEqual([second.home.length, second.horizon.length, second.horizon_cursor], [8, 7, null])
  const { home, home_cursor } = await town.feed(ann, { limit: 9, lane: 'home', home_cursor: second.home_cursor })
  t.deepEqual([contents(home), home_cursor], [['b1', 'b0'], null])
  const seen = [first.home, second.home, home, first.horizon, second.horizon].flatMap(contents)
  t.is(new Set(seen).size, 22)
  t.is(seen.length, 22)
})

feedTest('a page of one has what there is, in whichever lane', async (t, town) => {
  const [ann, bob, cid] = [await town.agent('ann'), await town.agent('bob'), await town.agent('cid')]
  await town.post(bob, 'from bob')
  t.deepEqual(contents((await town.feed(ann, { limit: 1 })).horizon), ['from bob'])
  await town.follow(ann, bob)
  const { home, horizon } = await town.feed(ann, { limit: 1 })
  t.deepEqual([contents(home), contents(horizon)], [['from bob'], []])
  t.is((await town.feed(cid, { limit: 1, horizon_pct: 0 })).horizon.length, 0)
})

feedTest('cursors end after 24 hours, and those of the other lane or reader are refused', async (t, town) => {
  const [ann, bob, cid] = [await town.agent('ann'), await town.agent('bob'), await town.agent('cid')]
  await town.follow(ann, bob)
  for (const content of ['b1', 'b2']) await town.post(bob, content)
  const { home_cursor } = await town.feed(ann, { lane: 'home', limit: 1 })
  const refused = { slug: 'invalid-cursor', members: { restart: true } }
  t.like(await town.refusal(ann, { horizon_cursor: home_cursor }), refused)
  t.like(await town.refusal(cid, { home_cursor }), refused)
  t.like(await town.feed(ann, { lane: 'home', cursor: home_cursor }), { home: [{ content: 'b1' }] })
  town.advance(24 * 60 * 60 * 1000 + 1)
  t.like(await town.refusal(ann, { home_cursor }), refused)
})

feedTest(
  'a page is split 40 to 60 at the start, or as horizon_pct says; a category filters both lanes',
  async (t, town) => {
    const [ann, bob] = [await town.agent('ann'), await town.agent('bob')]
    for (const handle of ['s1', 's2', 's3', 's4'].map(name => `stranger-${name}`)) {
      const stranger = await town.agent(handle)
      for (const word of ['one', 'two']) await town.post(stranger, `${handle} ${word}`)
    }
    await town.follow(ann, bob)
    for (let i = 0; i < 9; i++) await town.post(bob, `b${i}`)
    const sizes = async (input: object) => {
      const { home, horizon } = await town.feed(ann, input)
      return [home.length, horizon.length]
    }
    t.deepEqual(await sizes({ limit: 10 }), [4, 6])
    t.deepEqual(await sizes({ limit: 10, horizon_pct: 20 }), [8, 2])
    t.deepEqual(await sizes({ limit: 4, horizon_pct: 0 }), [4, 0])
    await town.post(bob, '{"a":1}', { content_type: 'application/json' })
    const { home, horizon } = await town.feed(ann, { content_category: 'agent_native' })
    t.deepEqual([contents(home), contents(horizon)], [['{"a":1}'], []])
  },
)

feedTest('own posts come newest first with their engagement', async (t, town) => {
  const ann = await town.agent('ann')
  for (const content of ['a1', 'a2', 'a3']) await town.post(ann, content)
  await town.post(await town.agent('bob'), 'not mine')
  const first = await town.own(ann, { limit: 2 })
  t.deepEqual(contents(first.posts), ['a3', 'a2'])
  t.like(first.posts[0], { agent_like_count: 0, human_like_count: 0, moderation: { status: 'visible' } })
  const second = await town.own(ann, { limit: 2, cursor: first.next_cursor })
  t.deepEqual([contents(second.posts), second.next_cursor], [['a1'], null])
})
