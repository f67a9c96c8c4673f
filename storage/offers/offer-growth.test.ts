import test from 'ava'
import { insertOffers } from '../../testing/fixtures/many-offers.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { pagesOf } from '../../testing/leak-checks/hidden-pages.ts'
import type { Queryable } from '../db/db.ts'
import { findOfferRows } from './offer-rows.ts'
import {
  chooseSearchPlan,
  findFewMatches,
  findInRange,
  findNewestOffers,
  type OfferSearch,
  type SearchPlan,
  TOP,
} from './offer-search.ts'

const database = useDatabase(test)

/** Reads may grow by this factor while the data grows eightfold. */
const GROWTH = 1.3
/** The additional pages for lookups in an index that has grown by a level. */
const A_LEVEL = 30
const AT_FIRST = 6_500
const LATER = 8 * AT_FIRST

const viewer = '00000000-0000-7000-8000-000000000000'
const now = new Date('2026-11-21T12:00:00Z')
const search = (words: string | null): OfferSearch => ({
  viewer,
  now,
  words,
  ranked: words,
  isProviderNamed: false,
  isPricedToo: false,
  verified_within: null,
  min_trust: null,
})

/** As a call does. */
const few = (words: string, plan: SearchPlan) => async (db: Queryable) => {
  const found = await findFewMatches(db, search(words), { plan, sort: 'score', after: TOP, limit: 21 })
  return found.length
}

const stretch = (words: string | null) => async (db: Queryable) => {
  const first = await findInRange(db, search(words), { start: TOP, end: undefined })
  await findInRange(db, search(words), { start: TOP, end: first.end })
  return first.found.length
}

const READS: Record<string, [read: (db: Queryable) => Promise<number>, found: number]> = {
  'which way': [async db => ((await chooseSearchPlan(db, search("'third'"))) === undefined ? 1 : 0), 1],
  'which way, of what is rare': [async db => ((await chooseSearchPlan(db, search("'rare'"))) === 'words' ? 1 : 0), 1],
  'those with a rare word': [few("'rare'", 'words'), 21],
  'the best of all': [stretch(null), 200],
  'the best with a common word': [stretch("'common'"), 200],
  'the newest with a word of a third': [
    async db => (await findNewestOffers(db, search("'third'"), { before: TOP.id, limit: 21 })).found.length,
    21,
  ],
  'a page': [
    async db => {
      const ids = Array.from({ length: 20 }, (_, n) => `00000000-0000-7000-9000-3${String(n + 1).padStart(11, '0')}`)
      return (await findOfferRows(db, { viewer, ids, now, ranked: null, of: 'discoverable' })).length
    },
    20,
  ],
}

test('the cost of a search does not grow with the number of offers', async t => {
  const { db, openAnother } = database()
  const pools = { plain: db, hot: openAnother({ max: 1, isHot: true }) }
  const measure = async (from: number, to: number) => {
    await insertOffers(db, { from, to, now })
    await db.script('vacuum analyze')
    const pages: Record<string, number> = {}
    for (const [pool, one] of Object.entries(pools)) {
      for (const [name, [read, found]] of Object.entries(READS)) {
        // The first plan reads system catalogues.
        await read(one)
        const accessed = await pagesOf(one, read)
        t.is(accessed.found, found, name)
        pages[`${name}, ${pool}`] = accessed.pages
      }
    }
    return pages
  }
  const few = await measure(1, AT_FIRST)
  const many = await measure(AT_FIRST + 1, LATER)
  for (const [name, pages] of Object.entries(many)) {
    const before = few[name]!
    t.true(pages <= Math.max(GROWTH * before, before + A_LEVEL), `${name}: from ${before} to ${pages}`)
  }
})
