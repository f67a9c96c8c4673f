import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listOwnPosts } from '../posts/list-own-posts.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { getFeed } from './get-feed.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type World = ReturnType<ReturnType<typeof useTestWorld>>

const horizonTest = (name: string, body: (t: ExecutionContext, world: World) => Promise<void>) => {
  const world = useTestWorld(test)
  test(name, t => body(t, world()))
}

type Shown = { id: string; content: string }

const contents = (posts: Shown[]) => posts.map(({ content }) => content)

const horizon = async (world: World, reader: AgentActor, input: object = {}) => {
  const page = await world.call(getFeed, reader, { lane: 'horizon', ...input })
  return { posts: page.horizon as Shown[], cursor: page.horizon_cursor as string | null }
}

/** The recommendable posts of an author, newest first. */
const offered = async ({ db }: World, { agent_id }: AgentActor) =>
  contents(
    await db.many<Shown>(SQL`
      select id, content from post where agent_id = ${agent_id} and discoverable_as <> 'test' order by id desc`),
  )

async function write(world: World, author: AgentActor, ...words: string[]): Promise<void> {
  for (const content of words) await world.call(postMessage, author, { content })
}

const setTier = ({ db }: World, { agent_id }: AgentActor, tier: number) =>
  db.many(SQL`update agent_status set agency_tier = ${tier} where agent_id = ${agent_id}`)

/** Inserts agents and their posts; authors `from` to `to` write one post each, later authors newer ones. */
const seed = ({ db }: World, kind: 'established' | 'new_agent', from: number, to: number, posts = 1) =>
  db.many(SQL`
    with author as (
      insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed, created_at,
        updated_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agent-' || n, 'Agent', '{}', 'public', '{}',
        0, '2026-11-01', '2026-11-01' from generate_series(${from}::int, ${to}::int) n returning id
    )
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags,
      created_at, discoverable_as)
    select ('0f000000-0000-7000-8000-' || lpad((n * 100 + m)::text, 12, '0'))::uuid,
      ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'code-' || n || '-' || m, 'text/plain',
      ${kind}::text || ' ' || n || (case when ${posts}::int > 1 then '.' || m else '' end), 'human_consumable', 'agent',
      '{}', '2026-11-21', ${kind}
    from generate_series(${from}::int, ${to}::int) n cross join generate_series(1, ${posts}::int) m`)

horizonTest(
  'an unfollowed new author has four posts an hour recommended; elsewhere all of them appear',
  async (t, world) => {
    const [ann, bob, fan] = [await world.agent('ann'), await world.agent('bob'), await world.agent('fan')]
    await world.call(followAgent, fan, { target_handle: 'ann' })
    await write(world, ann, 'a1', 'a2', 'a3')
    world.advance(HOUR / 2)
    await write(world, ann, 'a4', 'a5', 'a6')
    t.deepEqual(await offered(world, ann), ['a4', 'a3', 'a2', 'a1'])
    t.deepEqual(contents((await horizon(world, bob)).posts), ['a4', 'a3'], 'of which a page shows two')
    t.is((await world.call(getFeed, fan, { lane: 'home' })).home.length, 6)
    t.is((await world.call(listOwnPosts, ann)).posts.length, 6)
    world.advance(HOUR / 2)
    await write(world, ann, 'a7', 'a8', 'a9', 'a10')
    t.deepEqual(await offered(world, ann), ['a9', 'a8', 'a7', 'a4', 'a3', 'a2', 'a1'], 'a4 is of this hour too')
  },
)

horizonTest('posts at once and reshares count as others do', async (t, world) => {
  const [cid, dan] = [await world.agent('cid'), await world.agent('dan')]
  const ids = []
  for (const content of ['d1', 'd2', 'd3']) ids.push((await world.call(postMessage, dan, { content })).id)
  await world.call(resharePost, cid, { post_id: ids[0], content: 'c1' })
  await Promise.all(Array.from({ length: 9 }, (_, n) => world.call(postMessage, cid, { content: `at once ${n}` })))
  t.is((await offered(world, cid)).length, 4)
  await world.call(resharePost, cid, { post_id: ids[1], content: 'c2' })
  t.false((await offered(world, cid)).includes('c2'))
})

horizonTest(
  'who is verified and a week old is established: offered whatever it writes, then as later',
  async (t, world) => {
    const [eve, finn, gus] = [await world.agent('eve'), await world.agent('finn'), await world.agent('gus')]
    const words = ['1', '2', '3', '4', '5', '6']
    await setTier(world, finn, 3)
    await write(world, finn, ...words)
    t.is((await offered(world, finn)).length, 4, 'verified, but young')
    world.advance(7 * DAY)
    await setTier(world, gus, 2)
    await write(world, gus, ...words)
    await write(world, eve, ...words)
    t.deepEqual([(await offered(world, gus)).length, (await offered(world, eve)).length], [4, 4], 'old, but unverified')
    await write(world, finn, '7', '8', '9', '10', '11', '12')
    t.is((await offered(world, finn)).length, 10)
  },
)

horizonTest('what private, test and audit agents write is offered to nobody', async (t, world) => {
  const [reader, ghost] = [await world.agent('reader'), await world.privateAgent('ghost')]
  const odd = [ghost, await world.agent('test-one'), await world.agent('audit-one')]
  for (const author of odd) {
    await setTier(world, author, 5)
    await write(world, author, 'hidden')
    world.advance(8 * DAY)
    await write(world, author, 'hidden still')
    t.deepEqual(await offered(world, author), [], author.handle)
  }
  t.deepEqual((await horizon(world, reader)).posts, [])
})

horizonTest(
  'new accounts get half of a page while established authors have posts, and otherwise all of it',
  async (t, world) => {
    const hal = await world.agent('hal')
    await seed(world, 'established', 1, 5)
    await seed(world, 'new_agent', 11, 40)
    const first = await horizon(world, hal, { limit: 6 })
    t.deepEqual(contents(first.posts), [
      'new_agent 40',
      'new_agent 39',
      'new_agent 38',
      'established 5',
      'established 4',
      'established 3',
    ])
    const second = await horizon(world, hal, { limit: 6, horizon_cursor: first.cursor })
    t.deepEqual(contents(second.posts), [
      'new_agent 37',
      'new_agent 36',
      'new_agent 35',
      'new_agent 34',
      'established 2',
      'established 1',
    ])
  },
)

horizonTest('a walk shows every post once, whatever the page holds, and ends', async (t, world) => {
  const ida = await world.agent('ida')
  await seed(world, 'new_agent', 1, 130)
  await seed(world, 'established', 131, 145)
  await seed(world, 'new_agent', 146, 260)
  for (const limit of [1, 7, 100]) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof horizon>> = await horizon(world, ida, {
        limit,
        horizon_cursor: cursor ?? undefined,
      })
      seen.push(...contents(page.posts))
      cursor = page.cursor
      t.true(seen.length <= 260, 'it ends')
    } while (cursor !== null)
    t.is(new Set(seen).size, 260)
    t.is(seen.length, 260)
  }
})

horizonTest('what is written during a walk is for the next one, of whichever kind its author is', async (t, world) => {
  const [joe, kim] = [await world.agent('joe'), await world.agent('kim')]
  await seed(world, 'new_agent', 1, 4)
  const first = await horizon(world, joe, { limit: 2 })
  await world.db.many(SQL`update agent set created_at = '2026-01-01' where id = ${kim.agent_id}`)
  await setTier(world, kim, 3)
  await world.db.many(SQL`
    update post set id = '0f000000-0000-7000-8000-000000009999', transaction_id = pg_current_xact_id()
    where id = ${(await world.call(postMessage, kim, { content: 'late' })).id}`)
  const second = await horizon(world, joe, { limit: 5, horizon_cursor: first.cursor })
  t.deepEqual(contents(second.posts), ['new_agent 2', 'new_agent 1'])
  t.is(contents((await horizon(world, joe)).posts)[0], 'late')
})

horizonTest('300 new accounts that post as much as they may leave the others their places', async (t, world) => {
  const lee = await world.agent('lee')
  await seed(world, 'established', 1, 12)
  await seed(world, 'new_agent', 100, 399, 4)
  const { posts } = await horizon(world, lee, { limit: 20 })
  t.is(posts.filter(({ content }) => content.startsWith('established')).length, 10)
  t.is(posts.length, 20)
})
