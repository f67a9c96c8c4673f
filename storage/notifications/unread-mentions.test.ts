import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findSummaries } from './poll-summaries.ts'
import { COUNTED_MENTIONS, countUnreadMentions } from './unread-mentions.ts'

const database = useDatabase(test)

const MENTIONS = 3_000
const SPARED = 4

test('unread mentions are counted up to a thousand, without hidden ones, by indexes only', async t => {
  const { db } = database()
  const [ann, bob] = (await insertAgents(db, 2)) as [string, string]
  await db.many(SQL`
    with written as (
      insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
      select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${bob}, 'code-' || n, 'text/plain', 'x',
        'human_consumable', 'agent', '{}', '2026-11-21'::timestamptz + n * interval '1 second'
      from generate_series(1, ${MENTIONS}) n returning id, created_at
    )
    insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
    select id, ${ann}, 0, true, true, created_at from written`)
  await db.script('analyze')
  t.is(await countUnreadMentions(db, ann), COUNTED_MENTIONS)
  const plan = await planOf(db, explaining => countUnreadMentions(explaining, ann))
  t.regex(plan, /Limit.*\n.*Append(.*\n)+.*Index Scan using post_pkey on post p /)
  t.notRegex(plan, /Seq Scan on post |Function Scan|Hash/)
  await db.many(SQL`
    update post set withdrawn = 'removed' where id not in (select id from post order by id limit ${SPARED})`)
  t.is(await countUnreadMentions(db, ann), SPARED)
  const [summary] = await findSummaries.run(db, [{ viewer: ann, now: '2026-11-21T12:00:00Z' }])
  t.is(summary!.last_mention_at, '2026-11-21T00:00:04.000Z')
})
