import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import type { Db, Queryable } from '../db/db.ts'
import { findBuckets } from './post-buckets.ts'
import { findUnindexedPosts, listUnindexed, storePostIndex } from './post-index.ts'
import { hasUnindexed, recordNewPosts, sweepUnindexed } from './unindexed-posts.ts'

const database = useDatabase(test)
const crowded = useDatabase(test)
const moved = useDatabase(test)

const idOf = (n: number) => `0199c82c-0000-7000-8000-${String(n).padStart(12, '0')}`

async function insertPosts(db: Queryable, author: string, numbers: readonly number[]): Promise<void> {
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    select id, ${author}, id::text, 'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21'
    from unnest(${numbers.map(idOf)}::uuid[]) i (id)`)
}

/** Indexes the found posts in one run; returns them. */
async function word(db: Db): Promise<number[]> {
  await recordNewPosts(db)
  const ids = await listUnindexed(db, 10_000)
  await storePostIndex(
    db,
    ids,
    (await findUnindexedPosts(db, ids)).map(({ id }) => ({ id, words: '' })),
    [],
  )
  return ids.map(id => Number(id.slice(-12)))
}

async function open(db: Db): Promise<string> {
  const [author] = await insertAgents(db, 1)
  while (await sweepUnindexed(db));
  return author!
}

test('a late commit is found, however many posts came between, and a rollback delays nothing', async t => {
  const { db, openAnother } = database()
  const author = await open(db)
  const late = openAnother({ max: 4 })
  await late.transaction(async tx => {
    await insertPosts(tx, author, [1, 3])
    for (const n of [10, 20_000]) {
      await insertPosts(db, author, [n])
      t.deepEqual(await word(db), [n])
      t.false(await isTrue(db, hasUnindexed()))
    }
    await late
      .transaction(async inner => {
        await insertPosts(inner, author, [2])
        await insertPosts(db, author, [30_000])
        t.deepEqual(await word(db), [30_000])
        throw new Error('in vain')
      })
      .catch(() => {})
    await late.transaction(inner => insertPosts(inner, author, [4]))
    t.deepEqual(await word(db), [4])
  })
  t.true(await isTrue(db, hasUnindexed()))
  t.deepEqual(await word(db), [3, 1])
  t.false(await isTrue(db, hasUnindexed()))
  t.deepEqual(await word(db), [])
})

test('many posts are recorded by transaction, assigned to buckets by age, and indexed from the newest on', async t => {
  const { db } = crowded()
  const author = await open(db)
  const numbers = Array.from({ length: 6_000 }, (_, n) => n)
  for (let n = 0; n < 6_000; n += 1_500) await insertPosts(db, author, numbers.slice(n, n + 1_500))
  t.deepEqual([await recordNewPosts(db), await recordNewPosts(db)], [{ more: true }, { more: true }])
  t.deepEqual(await recordNewPosts(db), { more: false })
  t.deepEqual(await listUnindexed(db, 3), [5_999, 5_998, 5_997].map(idOf))
  const ids = [0, 255, 256, 5_999].map(idOf)
  t.deepEqual([...(await findBuckets(db, ids)).values()], [0, 0, 1, 23])
  t.is((await word(db)).length, 6_000)
  t.false(await isTrue(db, hasUnindexed()))
  await db.script('analyze post')
  await assertIndexed(t, db)
})

test('after a restore into a new cluster, whose transaction ids restart, a sweep finds unindexed posts', async t => {
  const { db } = moved()
  const author = await open(db)
  await insertPosts(db, author, [1, 2])
  await word(db)
  await db.many(SQL`update post_search_cursor set seen_below = '1000000000', running = '{}'`)
  await db.many(SQL`alter table post disable trigger user`)
  await db.many(SQL`delete from post_search where post_id = ${idOf(2)}`)
  await db.many(SQL`update post set transaction_id = '999999999'`)
  t.true(await isTrue(db, hasUnindexed()))
  t.deepEqual(await word(db), [])
  t.true(await sweepUnindexed(db))
  t.deepEqual([await word(db), await isTrue(db, hasUnindexed())], [[2], false])
  await insertPosts(db, author, [3])
  t.deepEqual(await word(db), [3])
})

test('unindexed posts are found by indexes on tables that were never analyzed', t =>
  assertIndexed(t, database().openAnother({ max: 1, isHot: true })))

async function assertIndexed(t: ExecutionContext, db: Db): Promise<void> {
  const looks = [(some: Queryable) => isTrue(some, hasUnindexed()), recordNewPosts, sweepUnindexed]
  for (const look of looks) {
    const plan = await planOf(db, explaining => look(explaining).catch(() => undefined))
    for (const scan of ['Seq Scan on post ', 'Hash']) t.false(plan.includes(scan), plan)
  }
}
