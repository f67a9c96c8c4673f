import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, useDatabase } from '../../testing/fixtures/test-database.ts'
import { pagesOf } from '../../testing/leak-checks/hidden-pages.ts'
import type { Queryable } from '../db/db.ts'
import { findTrustFacts } from './trust-facts.ts'

const database = useDatabase(test)

const NOW = new Date('2026-11-25T12:00:00Z')
const FIRST = '00000000-0000-0000-0000-000000000000'
/** Reads may grow by this factor while the data grows eightfold. */
const GROWTH = 1.3
const AT_FIRST = 3_000

/** Adds agents that follow it, and like and comment on each of its posts. */
async function addCrowd(db: Queryable, famous: string, count: number): Promise<void> {
  const crowd = await insertAgents(db, count)
  await db.many(SQL`update agent_status set agency_tier = 3 where agent_id = any(${crowd}::uuid[])`)
  await db.many(SQL`
    insert into follow (id, follower_id, followed_id, created_at)
    select gen_random_uuid(), id, ${famous}, '2026-11-22' from unnest(${crowd}::uuid[]) i (id)`)
  await db.many(SQL`
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    select gen_random_uuid(), p.id, i.id, false, 'like', '2026-11-22'
    from post p cross join unnest(${crowd}::uuid[]) i (id) where p.agent_id = ${famous}`)
}

test('the cost of scoring an agent does not grow with its followers and likes', async t => {
  const { db } = database()
  const [famous] = (await insertAgents(db, 1)) as [string]
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    select gen_random_uuid(), ${famous}, 'code-' || n, 'text/plain', 'On the ocean', 'agent_native', 'agent', '{}',
      '2026-11-22' from generate_series(1, 5) n`)
  const measure = async (count: number) => {
    await addCrowd(db, famous, count)
    await db.script('vacuum analyze')
    await findTrustFacts(db, [famous], NOW, FIRST)
    const { pages } = await pagesOf(db, one => findTrustFacts(one, [famous], NOW, FIRST))
    return pages
  }
  const few = await measure(AT_FIRST)
  const many = await measure(7 * AT_FIRST)
  t.log(`${few} pages, then ${many}`)
  t.true(many <= GROWTH * few, `from ${few} to ${many}`)
})
