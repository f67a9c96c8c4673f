import test from 'ava'
import { SQL } from 'sql-template-strings'
import type { TermCounts } from '../../storage/search/scan-budget.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { fc } from '../../testing/values/property.ts'
import { readQuery } from '../search/post-query.ts'
import { postVector } from './post-vector.ts'

const database = useDatabase(test)

const vector = (...texts: string[]) => postVector({ texts, hashtags: [], marks: [] })

test('words are in order, those of one identifier share a position, and no phrase spans texts', t => {
  t.is(vector('One fooBar', 'two'), `'one':2 'foobar':3 'foo':3 'bar':3 'two':5`)
  t.is(
    postVector({ texts: ['Big data'], hashtags: ['data'], marks: ['<p'] })
      .split(' ')
      .slice(0, 3)
      .join(' '),
    `'big':2 'data':3A '#data'`,
  )
})

/** Text that expands when normalized, that Unicode composes, or that has a meaning in a tsvector. */
const TROUBLE = [
  'ﷺ',
  'ﬁ',
  'ŉ',
  "'",
  '\\',
  '\u0301',
  '\u{20000}',
  '㌀',
  'ｶﾞ',
  ':',
  '*',
  '&',
  '<',
  '|',
  '!',
  '(',
  'İ',
  '\u2028',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...TROUBLE), fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map(parts => parts.join('').replaceAll('\0', ' '))

test('PostgreSQL indexes the words of every text, and finds the text by its content', async t => {
  const { db } = database()
  await fc.assert(
    fc.asyncProperty(text, text, async (content, other) => {
      const fits = async (vector: string, query: TermCounts | null) => {
        const { words, places, ranked } = query ?? { words: null, places: null, ranked: null }
        const row = await db.one<{ fits: boolean }>(SQL`
          select coalesce(v @@ ${words}::tsquery, true) and coalesce(v @@ ${places}::tsquery, true)
            and coalesce(ts_rank(v, ${ranked}::tsquery), 0) >= 0 as fits
          from (select ${vector}::tsvector as v) t`)
        return row.fits
      }
      const query = readQuery(`"${content.replaceAll('"', ' ')}"`)
      t.true(await fits(vector(content.replaceAll('"', ' ')), query.exact), content)
      await fits(vector(content), readQuery(other).exact)
      await fits(vector(content), readQuery(other).withTypos([other]))
    }),
    { numRuns: 300 },
  )
})

test('PostgreSQL indexes the longest texts', async t => {
  const { db } = database()
  const longest = [
    Array.from({ length: 25_000 }, (_, n) => String.fromCodePoint(0x20000 + ((n * 7919) % 40_000))).join(''),
    'ﷺ'.repeat(25_000),
    'ﷺ_'.repeat(30),
    Array.from({ length: 6_000 }, (_, n) => `w${n}`).join(' '),
    'aB'.repeat(12_500),
    'a.'.repeat(12_500),
    'ก'.repeat(25_000),
  ]
  for (const content of longest) {
    const { length } = await db.one<{ length: number }>(SQL`select length(${vector(content)}::tsvector) as length`)
    t.true(length > 0)
  }
})
