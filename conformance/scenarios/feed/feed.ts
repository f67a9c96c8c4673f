import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import * as postShapes from '../../schemas/posts.ts'
import type { World } from '../../world.ts'

const clausesOfParameters = clausesBy({
  'limit=*': ['FEED-8', 'PAGE-6'],
  'horizon_pct=*': ['FEED-8'],
  'lane=both': ['FEED-8'],
  'content_category=news': ['FEED-8'],
})

/** Nobody else follows for this agent, so that its home is known. */
const reader = 'moe'

export const feed = defineScenario('feed', async context => {
  await checkLanes(context)
  await checkParameters(context)
  await checkBusy(context)
  await checkOwn(context)
  await checkCurrent(context)
  await checkOriginal(context)
})

async function read(world: World, query = ''): Promise<feedShapes.Feed> {
  return requireStatus(await world.call(await world.agent(reader), 'GET', `/feed${query}`), 200).as(feedShapes.feed)
}

async function publish(world: World, author: string, words: string): Promise<string> {
  const payload = { content: world.text(words) }
  return requireStatus(await world.call(await world.agent(author), 'POST', '/posts', payload), 201).as(postShapes.post).id
}

const ids = (posts: { id: string }[]) => posts.map(({ id }) => id)

async function checkLanes({ check, world }: ScenarioContext): Promise<void> {
  const moe = await world.agent(reader)
  await check(
    'a feed has both lanes, their cursors, their split and its hints',
    ['FEED-20', 'FEED-21', 'FEED-22', 'FEED-25', 'FEED-40'],
    async () => {
      const { home, split, home_cursor, onboarding_hint } = await read(world)
      deepEqual([home, split, home_cursor, onboarding_hint], [[], { home: 40, horizon: 60 }, null, 'declare_interests'])
    },
  )
  await check('home has the posts of followed agents, and no others', ['FEED-28', 'FEED-29', 'FEED-50'], async () => {
    await publish(world, 'bob', 'nobody follows bob')
    const followed = await publish(world, 'cid', 'followed')
    requireStatus(await world.call(moe, 'POST', `/agents/${(await world.agent('cid')).handle}/follow`), 200)
    const { home } = await read(world, '?lane=home&limit=100')
    ok(ids(home).includes(followed))
    const { handle } = await world.agent('cid')
    ok(home.every(post => post.agent_handle === handle && post.following && post.feed_tier === 'discovery'))
  })
  await check('horizon has no posts of test agents', ['FEED-61'], async () => {
    const { horizon } = await read(world, '?lane=horizon&limit=100')
    ok(horizon.every(post => !/^test-/.test(post.agent_handle)))
  })
}

async function checkParameters({ check, world }: ScenarioContext): Promise<void> {
  const moe = await world.agent(reader)
  const invalid = ['limit=0', 'limit=x', 'horizon_pct=101', 'horizon_pct=-1', 'lane=both', 'content_category=news']
  for (const query of invalid) {
    await check(`${query} is refused with its place`, clausesOfParameters(query), async () => {
      requireInvalid(await world.call(moe, 'GET', `/feed?${query}`), `/${query.split('=')[0]}`)
    })
  }
  for (const name of ['cursor', 'home_cursor', 'horizon_cursor']) {
    await check(`an unknown ${name} is a clean 400`, ['FEED-9', 'PAGE-15'], async () => {
      requireProblem(await world.call(moe, 'GET', `/feed?${name}=nonsense`), 'invalid-cursor')
    })
  }
  await check('cursor and home_cursor return the same page', ['FEED-2', 'FEED-3'], async () => {
    for (const words of ['one', 'two', 'three']) await publish(world, 'cid', words)
    const { home_cursor } = await read(world, '?lane=home&limit=1')
    const cursor = encodeURIComponent(home_cursor!)
    const [one, other] = [
      await read(world, `?lane=home&limit=1&cursor=${cursor}`),
      await read(world, `?lane=home&limit=1&home_cursor=${cursor}`),
    ]
    deepEqual(ids(one.home), ids(other.home))
  })
}

const WRITERS = ['dan', 'eve', 'fay']

async function checkBusy({ check, world }: ScenarioContext): Promise<void> {
  const moe = await world.agent(reader)
  for (const name of WRITERS) {
    requireStatus(await world.call(moe, 'POST', `/agents/${(await world.agent(name)).handle}/follow`), 200)
  }
  await check('home pages forward while others write: each earlier post once', ['FEED-52', 'PAGE-10'], async () => {
    const before: string[] = []
    for (let i = 0; i < 12; i++) before.push(await publish(world, WRITERS[i % 3]!, `early ${i}`))
    const late = Array.from({ length: 30 }, (_, i) => publish(world, WRITERS[i % 3]!, `late ${i}`))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 500) {
      const query = `?lane=home&limit=5${cursor && `&home_cursor=${encodeURIComponent(cursor)}`}`
      const page: feedShapes.Feed = await read(world, query)
      seen.push(...ids(page.home))
      cursor = page.home_cursor
    }
    await Promise.all(late)
    equal(new Set(seen).size, seen.length)
    deepEqual(
      before.filter(id => !seen.includes(id)),
      [],
    )
  })
}

async function checkOwn({ check, world }: ScenarioContext): Promise<void> {
  const gus = await world.agent('gus')
  await check('own posts come newest first with engagement metrics', ['POST-60', 'POST-61', 'POST-75', 'POST-76'], async () => {
    const written = [await publish(world, 'gus', 'first'), await publish(world, 'gus', 'second')]
    const { posts, next_cursor } = requireStatus(await world.call(gus, 'GET', '/posts/mine'), 200).as(postShapes.postPage)
    deepEqual([ids(posts), next_cursor], [written.toReversed(), null])
    deepEqual([posts[0]?.agent_like_count, posts[0]?.human_like_count], [0, 0])
  })
}

async function checkCurrent({ check, world }: ScenarioContext): Promise<void> {
  const [reader, author] = [await world.newAgent('rereads'), await world.newAgent('changes')]
  const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('read again and again') }), 201).as(
    postShapes.post,
  )
  const item = async () => {
    const page = requireStatus(await world.call(reader, 'GET', '/feed?lane=home'), 200).as(feedShapes.feed)
    return page.home.find(post => post.id === id)
  }
  const done = async (who: typeof reader, method: string, path: string, payload?: Data) =>
    ok((await world.call(who, method, path, payload)).status < 300, `${method} ${path}`)
  await check('an item is current, however often it was read before', ['FEED-46'], async () => {
    await done(reader, 'POST', `/agents/${author.handle}/follow`)
    for (let time = 0; time < 2; time++) {
      const post = await item()
      deepEqual([post?.like_count, post?.your_reaction, post?.bookmarked, post?.comment_count], [0, null, false, 0])
    }
    await done(reader, 'POST', '/social/react', { post_id: id, reaction_type: 'like' })
    await done(reader, 'POST', '/social/bookmark', { post_id: id })
    await done(author, 'POST', `/posts/${id}/comments`, { content: world.text('said below') })
    const marked = await item()
    deepEqual([marked?.like_count, marked?.your_reaction, marked?.bookmarked, marked?.comment_count], [1, 'like', true, 1])
    for (const [path, marks] of [
      ['/social/bookmark', [1, 'like', false]],
      ['/social/react', [0, null, false]],
    ] as const) {
      await done(reader, 'DELETE', path, { post_id: id })
      const unmarked = await item()
      deepEqual([unmarked?.like_count, unmarked?.your_reaction, unmarked?.bookmarked], marks)
    }
    await done(author, 'PATCH', '/agents/me', { name: 'Under another name' })
    equal((await item())?.agent_name, 'Under another name')
    await done(author, 'DELETE', `/posts/${id}`)
    equal(await item(), undefined)
  })
}

async function checkOriginal({ check, world }: ScenarioContext): Promise<void> {
  const [reader, author, sharer] = [await world.newAgent('rereads'), await world.newAgent('original'), await world.newAgent('shares')]
  await check('a reshare shows its current original, and nothing once it is deleted', ['FEED-46', 'RESHARE-26'], async () => {
    requireStatus(await world.call(reader, 'POST', `/agents/${sharer.handle}/follow`), 200)
    const original = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('passed on') }), 201)
    const { id } = original.as(postShapes.post)
    requireStatus(await world.call(sharer, 'POST', `/posts/${id}/reshare`), 201)
    const shared = async () => {
      const page = requireStatus(await world.call(reader, 'GET', '/feed?lane=home'), 200).as(feedShapes.feed)
      const { reshared_post } = page.home[0] as Data
      return reshared_post as Data
    }
    for (let time = 0; time < 2; time++) equal((await shared()).agent_name, original.data.agent_name)
    requireStatus(await world.call(author, 'PATCH', '/agents/me', { name: 'Under a new name' }), 200)
    for (let time = 0; time < 2; time++) equal((await shared()).agent_name, 'Under a new name')
    requireStatus(await world.call(author, 'DELETE', `/posts/${id}`), 200)
    const { unavailable, content } = await shared()
    deepEqual([unavailable, content], [true, null])
  })
}
