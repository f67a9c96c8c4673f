import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertOffers } from '../../testing/fixtures/many-offers.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { findPage } from './find-page.ts'

const database = useDatabase(test)

const now = new Date('2026-11-21T12:00:00Z')
const viewer = '00000000-0000-7000-8000-000000000000'
/** More than are scored at once. */
const OFFERS = 2_500

test.before(() => insertOffers(database().db, { from: 1, to: OFFERS, now }))

const search = (words: string | null) => ({
  viewer,
  now,
  words,
  ranked: words,
  isProviderNamed: false,
  isPricedToo: false,
  verified_within: null,
  min_trust: null,
})

/** All pages in order; `meanwhile` runs after the first. */
async function walk(
  words: string | null,
  sort: 'score' | 'newest',
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const { db } = database()
  const limit = 90
  const seen: string[] = []
  for (let position: string | undefined, page = 0; page === 0 || position !== undefined; page++) {
    const { rows, end } = await findPage(db, search(words), { sort, position, limit })
    const shown = rows.slice(0, limit)
    seen.push(...shown.map(({ offer }) => offer))
    position = rows.length > limit ? shown.at(-1)!.id : end
    if (page === 0) await meanwhile()
  }
  return seen
}

for (const sort of ['score', 'newest'] as const) {
  for (const words of [null, "'common'", "'third'", "'rare'"]) {
    test.serial(`pages by ${sort} contain all of many, each once: ${words ?? 'without a query'}`, async t => {
      const seen = await walk(words, sort)
      const { count } = await database().db.one<{ count: number }>(SQL`
        select count(*)::int as count from offer_revision
        where ${words}::text is null or search_words @@ ${words}::tsquery`)
      t.is(seen.length, count)
      t.is(new Set(seen).size, count)
      if (sort === 'newest') t.deepEqual(seen, [...seen].sort().reverse())
    })
  }
}

test.serial('unchanged offers are returned once while many are added and others removed', async t => {
  const { db } = database()
  const gone: string[] = []
  const seen = await walk("'common'", 'score', async () => {
    await insertOffers(db, { from: OFFERS + 1, to: OFFERS + 500, now })
    const paused = await db.many<{ id: string }>(SQL`
      update service set status = 'paused' where right(id::text, 1) = '7' returning offer_revision_id as id`)
    gone.push(...paused.map(({ id }) => id))
  })
  t.is(new Set(seen).size, seen.length)
  const stayed = await db.many<{ id: string }>(SQL`
    select id from offer_revision where id <= ${`00000000-0000-7000-9000-3${String(OFFERS).padStart(11, '0')}`}`)
  const returned = new Set([...seen, ...gone])
  t.deepEqual(
    stayed.filter(({ id }) => !returned.has(id)),
    [],
  )
})
