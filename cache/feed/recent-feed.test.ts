import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { openBatches } from '../../storage/db/batch.ts'
import type { Db, Queryable } from '../../storage/db/db.ts'
import { findReadersAndDelta } from '../../storage/feed/feed-readers.ts'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { createActivityPolls } from '../notifications/activity-polls.ts'
import { createRecentIndex } from '../recent/recent-index.ts'
import { createRecentFeed, type RecentFeed } from './recent-feed.ts'

const database = useDatabase(test)

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const OLDEST = '00000000-0000-0000-0000-000000000000'
const postId = (n: number) => `0f000000-0000-7000-8000-${String(n).padStart(12, '0')}`

async function insertPost(db: Queryable, author: string, n: number): Promise<void> {
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    values (${postId(n)}, ${author}, ${randomUUID()}, 'text/plain', 'post', 'human_consumable', 'agent', '{}', '2026-11-21')`)
}

const follow = (db: Queryable, reader: string, author: string) =>
  db.many(SQL`
    with followed as (
      insert into follow (id, follower_id, followed_id, created_at)
      values (${randomUUID()}, ${reader}, ${author}, '2026-11-21'))
    insert into follow_count as c (agent_id, followers, following) values (${reader}, 0, 1)
    on conflict (agent_id) do update set following = c.following + 1`)

const openFeed = (db: Db, kept?: number): RecentFeed =>
  createRecentFeed(
    openBatches(database().openAnother({ max: 1, isHot: true })),
    createRecentIndex(db, { capacity: kept }),
  )

/** An agent's home as this process returns it, newest first. */
async function homeOf(feed: RecentFeed, agent_id: string, limit = 9): Promise<number[] | undefined> {
  const foresee = async () => ({ viewer: agent_id, posts: [] })
  const { follows, recent } = await feed.openFor({ agent_id, threshold: 1, prefetchHorizon: foresee })
  const stretch = { before: NEWEST, category: undefined, limit, isHidden: () => false }
  return recent.ofAuthors(follows!, stretch)?.map(({ id }) => Number(id.slice(-12)))
}

async function open() {
  const { db, openAnother } = database()
  await db.script('truncate post cascade')
  const [reader, author, other] = (await insertAgents(db, 3)) as [string, string, string]
  await follow(db, reader, author)
  return { db, openAnother, reader, author, other }
}

test.serial('what is committed is there at once, at every process, whichever transaction had its id first', async t => {
  const { db, openAnother, reader, author } = await open()
  await insertPost(db, author, 1)
  const [one, two] = [openFeed(db), openFeed(db)]
  for (const feed of [one, two]) t.deepEqual(await homeOf(feed, reader), [1])
  const late = openAnother({ max: 4 })
  await late.transaction(async tx => {
    await insertPost(tx, author, 2)
    for (const n of [3, 4]) {
      await insertPost(db, author, n)
      for (const feed of [one, two]) t.false((await homeOf(feed, reader))!.includes(2))
    }
    await late.transaction(inner => insertPost(inner, author, 5))
    t.deepEqual(await homeOf(one, reader), [5, 4, 3, 1])
  })
  for (const feed of [one, two]) t.deepEqual(await homeOf(feed, reader), [5, 4, 3, 2, 1])
  t.deepEqual(await homeOf(openFeed(db), reader), [5, 4, 3, 2, 1], 'and at one that starts')
})

test.serial('many write at once, some late, some in vain: nothing is missed', async t => {
  const { db, openAnother, reader, author } = await open()
  const feeds = [openFeed(db), openFeed(db)]
  const writers = openAnother({ max: 8 })
  let isWriting = true
  const reading = feeds.map(async feed => {
    while (isWriting) await homeOf(feed, reader, 500)
  })
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 20; n++) {
        await writers
          .transaction(async tx => {
            await insertPost(tx, author, 1_000 - (writer * 20 + n))
            if (n % 3 === 0) await homeOf(feeds[0]!, reader, 1)
            if (n % 7 === 3) throw new Error('in vain')
          })
          .catch(() => {})
      }
    }),
  )
  isWriting = false
  await Promise.all(reading)
  const written = await db.many<{ id: string }>(SQL`select id from post order by id desc`)
  const all = written.map(({ id }) => Number(id.slice(-12)))
  t.true(all.length > 90 && all.length < 120)
  for (const feed of feeds) t.deepEqual(await homeOf(feed, reader, 500), all)
})

test.serial('whom its reader follows is known at every process, one for another too', async t => {
  const { db, reader, author, other } = await open()
  await insertPost(db, author, 1)
  await insertPost(db, other, 2)
  const feeds = [openFeed(db), openFeed(db)]
  for (const feed of feeds) t.deepEqual(await homeOf(feed, reader), [1])
  await db.many(SQL`delete from follow where follower_id = ${reader}`)
  await follow(db, reader, other)
  for (const feed of feeds) t.deepEqual(await homeOf(feed, reader), [2])
  await db.many(SQL`delete from follow where follower_id = ${reader}`)
  for (const feed of feeds) t.deepEqual(await homeOf(feed, reader), [])
})

test.serial('the follows of an agent are cached once, for its feed and for its polls', async t => {
  const { db, openAnother, reader, author, other } = await open()
  await insertPost(db, author, 1)
  const reads = openBatches(openAnother({ max: 1, isHot: true }))
  const recent = createRecentIndex(db)
  const [feed, polls] = [createRecentFeed(reads, recent), createActivityPolls(reads, recent)]
  const foresee = async () => ({ viewer: reader, posts: [] })
  const followsOfFeed = async () =>
    (await feed.openFor({ agent_id: reader, threshold: 1, prefetchHorizon: foresee })).follows
  const poll = async () => {
    const now = new Date('2026-11-22').toISOString()
    return (await polls.poll({ viewer: reader, after: OLDEST, since: now, now }))?.home_posts
  }
  const kept = () => recent.follows.find(reader)?.follows
  // The first read, before anything is cached, is not stored.
  await followsOfFeed()
  const follows = await followsOfFeed()
  t.deepEqual([...follows!], [author])
  t.deepEqual(await poll(), [postId(1)])
  t.is(kept(), follows, 'the poll did not ask again')
  await insertPost(db, other, 2)
  await follow(db, reader, other)
  t.deepEqual(await poll(), undefined, 'it had not heard yet, and leaves it to PostgreSQL')
  t.deepEqual(await poll(), [postId(2), postId(1)])
  const polled = kept()
  t.deepEqual(new Set(polled), new Set([author, other]))
  t.deepEqual(await followsOfFeed(), polled!)
  const read = await followsOfFeed()
  t.is(kept(), read)
})

test.serial('the tags near its reader’s are known until there are others, whoever brings them', async t => {
  const { db, reader, author, other } = await open()
  const feed = openFeed(db)
  const foresee = async () => ({ viewer: reader, posts: [] })
  const read = async (threshold = 0.35) =>
    (await feed.openFor({ agent_id: reader, threshold, prefetchHorizon: foresee })).reader
  const interest = (agent: string, ...interests: string[]) =>
    db.many(SQL`update agent set interests = ${interests} where id = ${agent}`)
  t.deepEqual([...(await read()).near], [])
  await interest(reader, 'gardening', 'cooking')
  const known = await read()
  t.deepEqual([...known.near].toSorted(), ['cooking', 'gardening'])
  t.is(await read(), known)
  await interest(author, 'garden')
  t.deepEqual([...(await read()).near].toSorted(), ['cooking', 'garden', 'gardening'])
  await interest(other, 'gardens')
  t.deepEqual([...(await read()).near].toSorted(), ['cooking', 'garden', 'gardening', 'gardens'])
  t.deepEqual([...(await read(1)).near].toSorted(), ['cooking', 'gardening'])
  await interest(reader, 'cooking')
  t.deepEqual([...(await read()).near].toSorted(), ['cooking'])
  await interest(reader)
  t.deepEqual([...(await read()).near], [])
})

test.serial('a tag near its reader’s is known when it is committed, whatever was read since it began', async t => {
  const { db, openAnother, reader, author, other } = await open()
  const feed = openFeed(db)
  const foresee = async () => ({ viewer: reader, posts: [] })
  const near = async () => {
    const found = await feed.openFor({ agent_id: reader, threshold: 0.35, prefetchHorizon: foresee })
    return [...found.reader.near].toSorted()
  }
  const interest = (to: Queryable, agent: string, ...interests: string[]) =>
    to.many(SQL`update agent set interests = ${interests} where id = ${agent}`)
  await interest(db, reader, 'volcanoes')
  t.deepEqual(await near(), ['volcanoes'])
  const late = openAnother({ max: 4 })
  await late.transaction(async tx => {
    await tx.many(SQL`select pg_current_xact_id()`)
    await interest(db, author, 'volcanology')
    t.deepEqual(await near(), ['volcanoes', 'volcanology'])
    await interest(tx, other, 'volcano')
    t.deepEqual(await near(), ['volcanoes', 'volcanology'])
  })
  for (let again = 0; again < 2; again++) t.deepEqual(await near(), ['volcano', 'volcanoes', 'volcanology'])
})

test.serial('what is withdrawn goes, and comes back where it was', async t => {
  const { db, reader, author } = await open()
  for (const n of [1, 2, 3]) await insertPost(db, author, n)
  const feed = openFeed(db)
  t.deepEqual(await homeOf(feed, reader), [3, 2, 1])
  const set = (withdrawn: string | null) =>
    db.many(SQL`
      update post set withdrawn = ${withdrawn}, transaction_id = pg_current_xact_id() where id = ${postId(2)}`)
  await set('removed')
  t.deepEqual(await homeOf(feed, reader), [3, 1])
  await set(null)
  t.deepEqual(await homeOf(feed, reader), [3, 2, 1])
})

test.serial('a process that lost its connection starts again: transaction numbers may have been reused', async t => {
  const { db, openAnother, reader, author } = await open()
  await insertPost(db, author, 1)
  const batchDb = openAnother({ max: 1, isHot: true })
  const feed = createRecentFeed(openBatches(batchDb), createRecentIndex(db))
  t.deepEqual(await homeOf(feed, reader), [1])
  // As a database would write it that was restored to an earlier time.
  await insertPost(db, author, 2)
  await db.many(SQL`update post set transaction_id = '1' where id = ${postId(2)}`)
  t.deepEqual(await homeOf(feed, reader), [1])
  const { pid } = await batchDb.one<{ pid: number }>(SQL`select pg_backend_pid() as pid`)
  await db.many(SQL`select pg_terminate_backend(${pid}::int)`)
  let home: number[] | undefined
  while (home === undefined) home = await homeOf(feed, reader).catch(() => undefined)
  t.deepEqual(home, [2, 1])
})

test.serial('what has no room is left to statements', async t => {
  const { db, reader, author } = await open()
  for (let n = 1; n <= 6; n++) await insertPost(db, author, n)
  const feed = openFeed(db, 4)
  t.deepEqual(await homeOf(feed, reader, 3), [6, 5, 4])
  t.is(await homeOf(feed, reader, 5), undefined)
})

const REQUEST = { agent_id: postId(1), threshold: 0.35 }
const SNAPSHOT = { text: '800:900:810,820', session: '' }

const planOfReaders = (db: Db) =>
  planOf(db, async explaining => void (await findReadersAndDelta(explaining, [REQUEST], SNAPSHOT).catch(() => {})))

test.serial('readers and news are found by their indexes alone, on new tables and on large ones', async t => {
  const { db, openAnother } = database()
  const isNarrow = async () => {
    const plan = await planOfReaders(openAnother({ max: 1, isHot: true }))
    t.notRegex(plan, /Seq Scan on (?!feed_change_floor)|Function Scan on (tags_near|unseen)/)
    t.is(plan.match(/Index Scan using post_transaction on post|Bitmap Index Scan on post_transaction/g)?.length, 2)
    t.regex(
      plan,
      /Index Only Scan using follow_once on follow f.*\n +Index Cond: \(follower_id = r.id\)|follow_following/,
    )
    t.regex(plan, /agent_tag_agent|agent_tag_pkey/)
    t.is(
      plan.match(/Index Scan using feed_change_news on feed_change|Bitmap Index Scan on feed_change_news/g)?.length,
      2,
    )
  }
  await db.script('truncate post cascade')
  await isNarrow()
  const [author] = (await insertAgents(db, 1)) as [string]
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    select gen_random_uuid(), ${author}, 'many-' || n, 'text/plain', 'post', 'human_consumable', 'agent', '{}', '2026-11-21'
    from generate_series(1, 20000) n`)
  await isNarrow()
  await db.script('analyze')
  await isNarrow()
})
