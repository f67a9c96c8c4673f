import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteOldFeedChanges } from '../../storage/feed/feed-changes.ts'
import { findReadersAndDelta } from '../../storage/feed/feed-readers.ts'
import { createCacheProcesses, insertPost, readPostFrom } from '../../testing/fixtures/cache-processes.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createRecentIndex } from '../recent/recent-index.ts'

const database = useDatabase(test)

const open = () => createCacheProcesses(database())

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

test.serial('a change that is not committed yet is delivered after its commit, whatever was read since', async t => {
  const { feeds, reader, author } = await open()
  const late = database().openAnother({ max: 2 })
  await late.transaction(async tx => {
    await tx.many(SQL`update agent set name = 'Late' where id = ${author}`)
    for (const feed of feeds) for (let n = 0; n < 2; n++) t.is((await readPostFrom(feed, reader))?.agent_name, 'Agent')
  })
  for (const feed of feeds) for (let n = 0; n < 2; n++) t.is((await readPostFrom(feed, reader))?.agent_name, 'Late')
})

test.serial('changes that were evicted are treated as if everything had changed', async t => {
  const { db, feeds, reader, author } = await open()
  const [feed, other] = feeds
  await db.many(SQL`update agent set name = 'Another' where id = ${author}`)
  t.is((await readPostFrom(feed, reader))?.agent_name, 'Another')
  const isKept = async () => (await db.maybeOne(SQL`select 1 from feed_change limit 1`)) !== undefined
  t.false(await deleteOldFeedChanges(db, new Date(0)))
  t.true(await isKept(), 'younger ones are kept')
  // Rows remain while transactions that began before them are open, also those of other tests.
  while (await isKept()) await deleteOldFeedChanges(db, new Date('2999-01-01'))
  t.is((await readPostFrom(other, reader))?.agent_name, 'Another')
  await readPostFrom(feed, reader)
  const before = feed.sent()
  t.is((await readPostFrom(feed, reader))?.agent_name, 'Another')
  t.is(feed.sent() - before, 1, 'who had heard of them remembers')
})

test.serial('of an unfinished transaction nothing is forgotten', async t => {
  const { db, feeds, reader, author } = await open()
  const late = database().openAnother({ max: 2 })
  await late.transaction(async tx => {
    await tx.many(SQL`update agent set name = 'Late' where id = ${author}`)
    await deleteOldFeedChanges(db, new Date('2999-01-01'))
    for (const feed of feeds) t.is((await readPostFrom(feed, reader))?.agent_name, 'Agent')
  })
  for (const feed of feeds) t.is((await readPostFrom(feed, reader))?.agent_name, 'Late')
})

test.serial('more changes than are delivered are treated as if everything had changed', async t => {
  const { db, feeds, reader, author } = await open()
  await db.many(SQL`insert into feed_change (id) select gen_random_uuid() from generate_series(1, 6000)`)
  await db.many(SQL`update agent set name = 'Another' where id = ${author}`)
  for (const feed of feeds) for (let n = 0; n < 2; n++) t.is((await readPostFrom(feed, reader))?.agent_name, 'Another')
})

test.serial('a request from before the first read gets nothing newer than what was read', async t => {
  const { db, author } = await open()
  const recent = createRecentIndex(db)
  const batchDb = database().openAnother({ max: 1, isHot: true })
  const ask = (since = recent.since) => findReadersAndDelta(batchDb, [], since)
  await recent.catchUp(db, await ask())
  await insertPost(db, '0f000000-0000-7000-8000-000000000003', author, 'later')
  await recent.catchUp(db, await findReadersAndDelta(batchDb, [], undefined))
  await recent.catchUp(db, await ask())
  const stretch = { before: NEWEST, category: undefined, limit: 9, isHidden: () => false }
  t.is(recent.posts.ofAuthors(new Set([author]), stretch)?.length, 2)
})
