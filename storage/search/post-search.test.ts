import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import type { Db } from '../db/db.ts'
import { allotBuckets, findBuckets } from './post-buckets.ts'
import { storePostIndex } from './post-index.ts'
import { findMatchingPosts } from './post-search.ts'
import { bucketMarks } from './search-buckets.ts'

const database = useDatabase(test)
const other = useDatabase(test)
const third = useDatabase(test)

const POSTS = 6_000
const PER_BUCKET = 256
const BEFORE = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const vectorOf = (n: number) =>
  ['common', ...(n === 17 ? ['rare'] : []), ...bucketMarks(Math.floor(n / PER_BUCKET))]
    .map(word => `'${word}':1`)
    .join(' ')

const query = (words: string, places: string | null = null) => ({ words, places, ranked: words, needed: [[words]] })

/** Without analyze; returns the author. */
async function fillPosts(db: Db): Promise<string> {
  const [author] = await insertAgents(db, 1)
  const id = SQL`(lpad(to_hex(1760000000000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`
  await db.many(
    SQL`insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
      select `
      .append(id)
      .append(SQL`, ${author}::uuid, 'p' || n, 'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21'
      from generate_series(0, ${POSTS - 1}::bigint) n`),
  )
  const vectors = Array.from({ length: POSTS }, (_, n) => vectorOf(n))
  await db.many(
    SQL`insert into post_search (post_id, words) select `
      .append(id)
      .append(SQL`, v::tsvector from unnest(${vectors}::text[]) with ordinality u (v, ordinal)
        cross join lateral (select ordinal - 1 as n) c`),
  )
  await db.many(
    SQL`insert into post_bucket (number, first_id, posts) select n / ${PER_BUCKET}::int, `
      .append(id)
      .append(SQL`, ${PER_BUCKET} from generate_series(0, ${POSTS - 1}, ${PER_BUCKET}) n`),
  )
  return author!
}

test('posts are searched by indexes on tables that were never analyzed, newest first, and rare words everywhere', async t => {
  const { openAnother } = database()
  const db = openAnother({ name: 'search', isHot: true })
  const author = await fillPosts(db)
  const sought = { viewer: author, before: BEFORE, limit: 50 }
  const { found: common } = await findMatchingPosts(db, { ...sought, query: query("'common'") })
  const all = await db.many<{ id: string }>(SQL`select id from post order by id desc limit 50`)
  t.deepEqual(
    common.map(post => post.id),
    all.map(post => post.id),
  )
  const { found: older } = await findMatchingPosts(db, {
    ...sought,
    before: common.at(-1)!.id,
    query: query("'common'"),
  })
  t.is(new Set([...common, ...older].map(post => post.id)).size, 100)
  t.is((await findMatchingPosts(db, { ...sought, query: query("'rare'") })).found.length, 1)
  const first = { bucket: 1, spaces: [] }
  for (const asked of [query("'common'"), query("'common'", "'common' <-> 'rare'")]) {
    const plan = await planOf(db, explaining =>
      findMatchingPosts({ ...explaining, one: async () => first as never }, { ...sought, query: asked }),
    )
    for (const index of ['post_search_search', 'post_pkey']) t.true(plan.includes(index), plan)
    for (const scan of ['Seq Scan', 'Function Scan']) t.false(plan.includes(scan), plan)
  }
  const rare = async () => (await findMatchingPosts(db, { ...sought, query: query("'rare'") })).found[0]!
  await db.many(SQL`
    insert into post_engagement (post_id, agent_likes, human_likes, disagrees, comments, reshares)
    values (${(await rare()).id}, 2, 40, 5, 7, 100)`)
  t.is((await rare()).engaged, 142)
})

test('a search for frequent words that are not adjacent ends at its budget, and continues from there', async t => {
  const { db } = third()
  const sought = { viewer: await fillPosts(db), before: BEFORE, limit: 50 }
  const apart = query("'common' & 'rare'", "'common' <-> 'rare'")
  t.deepEqual(await findMatchingPosts(db, { ...sought, query: apart }), { found: [], end: undefined })
  const none = Array.from({ length: 110 }, (_, n) => `!'common${n || ''}'`)
  const lacking = { ...query(["'common'", ...none].join(' & ')), needed: [["'common'"]] }
  for (const asked of [query("'common'", "'common' <-> 'common'"), lacking]) {
    const { found, end } = await findMatchingPosts(db, { ...sought, query: asked })
    t.deepEqual([found, end !== undefined], [[], true])
    const all = { ...sought, limit: POSTS, query: query("'common'") }
    t.is((await findMatchingPosts(db, { ...all, before: end! })).found.length % PER_BUCKET, 0)
    t.deepEqual(await findMatchingPosts(db, { ...sought, query: asked, before: end! }), { found: [], end: undefined })
  }
})

test('after a full bucket comes one of newer posts only; a late commit goes to the bucket of its id', async t => {
  const { db } = other()
  const [author] = await insertAgents(db, 1)
  const idOf = (n: number) => `0199c82c-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
  const ids = Array.from({ length: 600 }, (_, n) => idOf(10 * n))
  const late = [idOf(5), idOf(2_555), idOf(2_565), idOf(5_985)]
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    select id, ${author}, id::text, 'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21'
    from unnest(${[...ids, ...late, idOf(5_105)]}::uuid[]) i (id)`)
  const bucketsOf = async (some: string[]) => {
    await allotBuckets(db, some)
    const places = await findBuckets(db, some)
    await storePostIndex(
      db,
      some,
      some.map(id => ({ id, words: '' })),
      [],
    )
    return some.map(id => places.get(id))
  }
  t.deepEqual(await bucketsOf(ids.slice(0, 500)), [...Array(256).fill(0), ...Array(244).fill(1)])
  t.deepEqual(await bucketsOf(ids.slice(500, 512)), Array(12).fill(1))
  t.deepEqual(await bucketsOf(late.slice(1, 3)), [0, 1])
  t.deepEqual(await bucketsOf([idOf(5_105)]), [1])
  t.deepEqual(await bucketsOf(ids.slice(512)), Array(88).fill(2))
  t.deepEqual(await bucketsOf([late[0]!, late[3]!]), [0, 2])
})
