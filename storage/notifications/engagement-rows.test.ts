import test from 'ava'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findEngagements } from './engagement-rows.ts'

const database = useDatabase(test)

const SOMEBODY = '00000000-0000-7000-8000-000000000001'

test('the statement reads only the rows of one agent, by indexes', async t => {
  const db = database().openAnother({ max: 1 })
  await db.script('set enable_seqscan = off')
  const plan = await planOf(
    db,
    async db =>
      void (await findEngagements(db, SOMEBODY, { before: SOMEBODY, seq: 9, low: 9 }, { limit: 21, isWaiting: false })),
  )
  t.notRegex(plan, /Seq Scan on (post|comment|post_reaction|comment_reaction|inbox|message|conversation)\b/)
  t.notRegex(plan, /hashed/)
  for (const index of [
    'post_author',
    'comment_author',
    'post_reaction_actor',
    'comment_reaction_actor',
    'inbox_rest_pkey',
  ]) {
    t.true(plan.includes(index), index)
  }
})
