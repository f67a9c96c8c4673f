import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import type { Queryable } from '../db/db.ts'
import { countUnreadMessages, findConversations, findConversationWith } from './conversations.ts'
import { findAndReadThread } from './message-threads.ts'

const database = useDatabase(test)

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const page = { before: NEWEST, limit: 21, characters: 280 }

/** An agent with conversations of ten messages with `count` others; five of the newest fifty are unread. */
async function insertConversations(db: Queryable, count: number): Promise<string> {
  const [hub, ...others] = (await insertAgents(db, count + 1)) as [string, ...string[]]
  await db.many(SQL`
    with pair as (
      select least(${hub}::uuid, id) as agent_id, greatest(${hub}::uuid, id) as partner_id, n,
        ('10000000-0000-7000-8000-' || lpad((n * 10 + 10)::text, 12, '0'))::uuid as last_id
      from unnest(${others}::uuid[]) with ordinality as o (id, n)
    ), said as (
      insert into message (id, conversation_id, seq, by_partner, content_type, content, unread_by, created_at)
      select ('10000000-0000-7000-8000-' || lpad((n * 10 + seq)::text, 12, '0'))::uuid, last_id, seq,
        agent_id = ${hub}::uuid, 'text/plain', 'words', case when n > ${count - 50}::int and seq > 5 then ${hub}::uuid end, '2026-11-21'
      from pair cross join generate_series(1, 10) seq
    )
    insert into conversation (id, agent_id, partner_id, has_user_written, last_seq, last_message_id)
    select last_id, agent_id, partner_id, false, 10, last_id from pair`)
  // Conversations between others.
  await db.many(SQL`
    insert into conversation (id, agent_id, partner_id, has_user_written, last_seq, last_message_id)
    select gen_random_uuid(), least(a, b), greatest(a, b), false, 1, gen_random_uuid()
    from unnest(${others.slice(0, 200)}::uuid[]) a cross join unnest(${others.slice(200, 400)}::uuid[]) b`)
  await db.many(SQL`insert into message_read_through select id, id from unnest(${others}::uuid[]) as o (id)`)
  await db.script('vacuum analyze')
  return hub
}

test('a page of two thousand conversations reads only its rows, on either side of the conversations', async t => {
  const { db } = database()
  const hub = await insertConversations(db, 2_000)
  const { rows } = await findConversations(db, hub, page)
  t.is(rows.length, 21)
  t.deepEqual(
    rows.map(({ id }) => Number(id.slice(24))),
    Array.from({ length: 21 }, (_, n) => 20_010 - n * 10),
  )
  t.true(rows.every(({ unread_count }) => unread_count === 5))
  const plans = {
    list: await planOf(db, explaining => findConversations(explaining, hub, page).catch(() => {})),
    pair: await planOf(db, explaining => findConversationWith(explaining, hub, rows[0]!.agent_id!)),
    count: await planOf(db, explaining => countUnreadMessages(explaining, hub)),
    thread: await planOf(db, explaining =>
      findAndReadThread(explaining, hub, {
        conversation_id: rows[0]!.conversation_id,
        viewer: null,
        before: undefined,
        limit: 21,
      }),
    ),
  }
  t.is(plans.list.match(/Index Only Scan using conversation_(agent|partner)/g)?.length, 2)
  t.regex(plans.list, /Limit.*\n +-> {2}Index Only Scan using conversation_partner/)
  // There are no questions.
  for (const [name, plan] of Object.entries(plans))
    t.notRegex(plan, /Seq Scan on (?!question )|Hash|Function Scan/, name)
})
