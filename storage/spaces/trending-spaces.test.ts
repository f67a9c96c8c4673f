import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, type TestDatabase, useDatabase } from '../../testing/fixtures/test-database.ts'
import { countTrends } from './trending-spaces.ts'

const SPACES = 120
const NOON = Date.UTC(2026, 10, 21, 12)
const DAY = 86_400_000

const database = useDatabase(test)
const another = useDatabase(test)

/** An author in active spaces; returns how many calls a run takes. */
async function openTrends({ db }: TestDatabase) {
  const [agent] = await insertAgents(db, 1)
  await db.many(SQL`
    with made as (
      insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
        creator_id, created_at, updated_at)
      select gen_random_uuid(), 'space-' || n, 'Space', '', '{}', 'public', true, 'members', ${agent}, now(), now()
      from generate_series(1, ${SPACES}::int) n returning id
    ), figures as (
      insert into space_counter (space_id, members, people, posts) select id, 0, 0, 0 from made
    )
    insert into space_activity (space_id, day, agent_id, post_id)
    select id, '2026-11-21', ${agent}, gen_random_uuid() from made`)
  const pieces = async (at: number) => {
    let count = 1
    while (await countTrends(db, new Date(at))) count++
    return count
  }
  return { db, agent, pieces }
}

test('a run computes the spaces with changed posts and some others, and the first of a day all', async t => {
  const { db, pieces } = await openTrends(database())
  t.deepEqual([await pieces(NOON), await pieces(NOON)], [3, 1])
  await db.many(SQL`
    update space_counter set posts = 1 where space_id in (select space_id from space_counter limit 60)`)
  t.deepEqual([await pieces(NOON), await pieces(NOON)], [3, 1], 'fifty, ten, and some others')
  await db.many(SQL`update space_counter set last_activity_at = now()`)
  t.is(await pieces(NOON), 1)
  t.deepEqual([await pieces(NOON + DAY), await pieces(NOON + DAY)], [3, 1])
})

test("a change of an author's visibility affects all spaces that it is or was in", async t => {
  const { db, agent, pieces } = await openTrends(another())
  await db.many(SQL`
    insert into space_member (id, space_id, agent_id, role, joined_at)
    select gen_random_uuid(), id, ${agent}, 'member', now() from space order by id limit 60`)
  while ((await pieces(NOON)) > 1);
  await db.many(SQL`update agent_status set status = 4 where agent_id = ${agent}`)
  t.is(await pieces(NOON), 3)
  await db.many(SQL`update agent set visibility = 'private' where id = ${agent}`)
  t.is(await pieces(NOON), 3)
  await db.many(SQL`update agent set visibility = 'private', bio = 'the same' where id = ${agent}`)
  t.is(await pieces(NOON), 1)
})
