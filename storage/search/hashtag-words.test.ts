import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, useDatabase } from '../../testing/fixtures/test-database.ts'
import { fc } from '../../testing/values/property.ts'
import { useGenericPlans } from '../db/generic-plans.ts'
import { deleteUnusedHashtags, findHashtagsLike } from './hashtag-words.ts'

const database = useDatabase(test)

const letter = fc.constantFrom('a', 'b', 'c', 'é', '語', '\u{20000}', '_')
const typo = fc.record({ kind: fc.constantFrom('missing', 'added', 'other', 'swapped'), at: fc.nat(31), letter })

/** A word with one typo. */
function misspell(word: string[], { kind, at, letter }: { kind: string; at: number; letter: string }): string {
  const index = at % word.length
  if (kind === 'missing') return word.toSpliced(index, 1).join('')
  if (kind === 'added') return word.toSpliced(index, 0, letter).join('')
  if (kind === 'other') return word.toSpliced(index, 1, letter).join('')
  return word.toSpliced(index, 2, ...word.slice(index, index + 2).reverse()).join('')
}

test.serial('a hashtag is found by a word with any single typo', async t => {
  const { db } = database()
  await fc.assert(
    fc.asyncProperty(fc.array(letter, { minLength: 4, maxLength: 32 }), typo, async (word, typo) => {
      await db.many(SQL`delete from hashtag_word`)
      await db.many(SQL`insert into hashtag_word (word) values (${word.join('')}), ('unlike')`)
      const found = await findHashtagsLike(db, [misspell(word, typo), 'elsewhere'])
      t.true(found.includes(word.join('')), `${word.join('')} ${misspell(word, typo)}`)
      t.false(found.includes('unlike'))
    }),
    { numRuns: 200 },
  )
})

test.serial('only hashtags that share half of the word are compared', async t => {
  const { openAnother } = database()
  const db = openAnother({ max: 1 })
  await db.transaction(async tx => {
    await useGenericPlans(tx)
    const plan = await tx.many<Record<string, string>>(SQL`
      explain select word from hashtag_word h where char_length(h.word) = 9
        and right(h.word, (char_length(h.word) - 1) / 2) = 'more' collate "C"`)
    t.regex(plan.map(row => row['QUERY PLAN']).join('\n'), /hashtag_word_end/)
  })
})

test.serial('an unused hashtag is deleted', async t => {
  const { db } = database()
  const [author] = await insertAgents(db, 1)
  await db.many(SQL`delete from hashtag_word`)
  const words = Array.from({ length: 1_500 }, (_, n) => `tag${n}`)
  await db.many(SQL`insert into hashtag_word (word) select unnest(${[...words, 'kept', 'odd&one:*']}::text[])`)
  await db.many(SQL`insert into post_search (post_id, words) values (${author}, ${"'#kept' 'tag7'"}::tsvector)`)
  const end = await db.transaction(tx => deleteUnusedHashtags(tx, ''))
  t.is(typeof end, 'string')
  t.is(await db.transaction(tx => deleteUnusedHashtags(tx, end!)), undefined)
  t.deepEqual([...(await db.many(SQL`select word from hashtag_word`))], [{ word: 'kept' }])
})
