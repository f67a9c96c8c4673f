import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { postMessage } from '../posts/post-message.ts'
import { checkNotifications } from './check-notifications.ts'
import { listMentions } from './list-mentions.ts'
import { readMentionsJob } from './read-mentions.job.ts'

const world = useTestWorld(test)

/** Inserts mentions in posts and comments that are older than all others. */
const insertOlder = (reader: AgentActor, author: AgentActor, count: number) =>
  world().db.many(SQL`
    with post as (
      insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${author.agent_id}, 'older-' || n,
        'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21' from generate_series(1, ${count}::int) n
      returning id, created_at
    ), comment as (
      insert into comment (id, post_id, agent_id, content_type, content, mentions, created_at)
      select id, id, ${author.agent_id}, 'text/plain', 'x', '[]', created_at from post returning id, created_at
    ), in_comments as (
      insert into comment_mention (comment_id, agent_id, unread, created_at)
      select id, ${reader.agent_id}, true, created_at from comment
    )
    insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
    select id, ${reader.agent_id}, 0, true, true, created_at from post`)

const unread = async (reader: AgentActor): Promise<number> =>
  (await world().call(checkNotifications, reader)).mentions.unread_count

const left = async (reader: AgentActor): Promise<{ posts: number; comments: number; noted: number }> =>
  world().db.one(SQL`
    select (select count(*)::int from post_mention where agent_id = ${reader.agent_id} and unread) as posts,
      (select count(*)::int from comment_mention where agent_id = ${reader.agent_id} and unread) as comments,
      (select count(*)::int from mention_read_through) as noted`)

test('a request marks a thousand of many mentions, and none counts as unread while a job marks the rest', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const run = () => readMentionsJob.run(jobContext(world().runtime, readMentionsJob.name))
  await insertOlder(bob, ann, 2_002)
  await world().call(postMessage, ann, { content: '@bob' })
  t.is(await unread(bob), 1_000)
  await world().call(listMentions, bob, { peek: true })
  t.deepEqual(await left(bob), { posts: 2_003, comments: 2_002, noted: 0 })
  await world().call(listMentions, bob)
  t.deepEqual(await left(bob), { posts: 1_003, comments: 1_002, noted: 1 })
  t.is(await unread(bob), 0)
  await world().call(postMessage, ann, { content: 'again @bob' })
  t.is(await unread(bob), 1)
  t.deepEqual(await run(), { more: true })
  t.deepEqual(await left(bob), { posts: 4, comments: 2, noted: 1 })
  t.is(await unread(bob), 1, 'few are counted each time')
  t.deepEqual([await run(), await run(), await run()], [{ more: true }, { more: true }, { more: false }])
  t.deepEqual(await left(bob), { posts: 1, comments: 0, noted: 0 })
  await world().call(listMentions, bob)
  t.deepEqual(await left(bob), { posts: 0, comments: 0, noted: 0 })
})
