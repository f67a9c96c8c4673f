import test from 'ava'
import { SQL } from 'sql-template-strings'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findHomePosts, findHorizonPosts } from './feed-candidates.ts'

const database = useDatabase(test)

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const MANY = 501

/** Agent n and post n have the number n in their ids; agent 0 is the reader and follows agents 1 to 520. */
const agentId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const postId = (n: number) => `10000000-0000-7000-8000-${String(n).padStart(12, '0')}`

async function seed(): Promise<void> {
  const { db } = database()
  await db.many(SQL`
    insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed,
      created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agent-' || n, 'Agent', '{}', 'public', '{}', 0,
      '2026-11-21', '2026-11-21' from generate_series(0, 600) n`)
  await db.many(SQL`
    insert into follow (id, follower_id, followed_id, created_at)
    select ('20000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${agentId(0)},
      ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '2026-11-21' from generate_series(1, 520) n`)
  await insertPosts(1, 900, 'n % 600 + 1')
}

async function insertPosts(from: number, to: number, author: string): Promise<void> {
  await database().db.many(
    SQL`insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags,
        created_at)
      select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-7000-8000-' || lpad((`
      .append(author)
      .append(SQL`)::text, 12, '0'))::uuid, 'code-' || n, 'text/plain', 'post', case when n % 3 = 0 then 'agent_native'
        else 'human_consumable' end, 'agent', '{}', '2026-11-21' from generate_series(${from}::int, ${to}::int) n`),
  )
}

test.serial('both forms of the query return the same home', async t => {
  await seed()
  const { db } = database()
  for (const category of [undefined, 'agent_native'] as const) {
    for (const before of [NEWEST, postId(700), postId(3)]) {
      const lane = { viewer: agentId(0), before, category, limit: 20 }
      const few = await findHomePosts(db, lane, 1)
      t.deepEqual(await findHomePosts(db, lane, MANY), few)
      t.is(few.length, before === postId(3) ? 2 - (category ? 2 : 0) : 20)
      t.deepEqual(few, few.toSorted().toReversed())
    }
  }
})

test.serial('home of an agent that follows many is exact if the newest posts are all by others', async t => {
  await insertPosts(1_001, 6_100, '550')
  const lane = { viewer: agentId(0), before: NEWEST, category: undefined, limit: 20 }
  const few = await findHomePosts(database().db, lane, 1)
  t.is(few.length, 20)
  t.deepEqual(await findHomePosts(database().db, lane, MANY), few)
})

test.serial('home after a post contains newer ones, with both forms of the query', async t => {
  const lane = { viewer: agentId(0), before: NEWEST, after: postId(898), category: undefined, limit: 100 }
  for (const following of [1, MANY]) {
    t.deepEqual(await findHomePosts(database().db, lane, following), [postId(900), postId(899)])
    t.is((await findHomePosts(database().db, { ...lane, after: postId(1) }, following)).length, 100)
  }
})

test.serial('recommended posts are found by an index-only scan', async t => {
  const { db, openAnother } = database()
  await db.many(SQL`update post set discoverable_as = 'new_agent' where id < ${postId(2_000)}`)
  await db.many(SQL`update post set discoverable_as = 'established' where id in (${postId(550)}, ${postId(899)})`)
  await db.script('analyze')
  const lane = { viewer: agentId(0), before: NEWEST, category: undefined, limit: 3 }
  const byNewAgents = (await findHorizonPosts(db, lane, 'new_agent')).map(({ id }) => id)
  t.deepEqual(byNewAgents, [postId(1_999), postId(1_998), postId(1_997)], 'newer posts are not offered')
  const established = await findHorizonPosts(db, lane, 'established')
  const other = { id: postId(550), agent_id: agentId(551), space_id: null, shares_interest: false }
  t.deepEqual([...established], [other], 'the other author is followed')
  const plan = await planOf(openAnother({ max: 1, isHot: true }), hot => findHorizonPosts(hot, lane, 'new_agent'))
  t.regex(plan, /Index Scan Backward using post_of_new_agents on post p .*\n +Index Cond: \(id </)
})
