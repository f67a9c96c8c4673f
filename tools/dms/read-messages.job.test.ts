import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { listDmConversations } from './list-dm-conversations.ts'
import { readDmThread } from './read-dm-thread.ts'
import { readMessagesJob } from './read-messages.job.ts'
import { sendDm } from './send-dm.ts'

const world = useTestWorld(test)

const send = (from: AgentActor) => world().call(sendDm, from, { recipient_handle: 'bob', content: 'words' })

/** Inserts messages older than all others into the only conversation. */
const insertOlder = (reader: AgentActor, count: number) =>
  world().db.many(SQL`
    insert into message (id, conversation_id, seq, by_partner, content_type, content, unread_by, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, m.conversation_id, -n, m.by_partner,
      'text/plain', 'older', ${reader.agent_id}, m.created_at
    from message m cross join generate_series(1, ${count}::int) n`)

/** The unread counts of the summary, and of the list of conversations. */
async function unread(reader: AgentActor): Promise<[number, Record<string, number>]> {
  const { direct_messages } = await world().call(checkNotifications, reader)
  const { conversations } = await world().call(listDmConversations, reader)
  const rows = conversations as { agent_handle: string; unread_count: number }[]
  return [direct_messages.unread_count, Object.fromEntries(rows.map(row => [row.agent_handle, row.unread_count]))]
}

const left = async (reader: AgentActor): Promise<{ marked: number; noted: number }> =>
  world().db.one(SQL`
    select (select count(*)::int from message where unread_by = ${reader.agent_id}) as marked,
      (select count(*)::int from message_read_through) as noted`)

test('a request marks a thousand of many messages, and none counts as unread while a job marks the rest', async t => {
  const [ann, bob, eve] = [await world().agent('ann'), await world().agent('bob'), await world().agent('eve')]
  const run = () => readMessagesJob.run(jobContext(world().runtime, readMessagesJob.name))
  await send(ann)
  await insertOlder(bob, 2_005)
  t.deepEqual(await unread(bob), [1_000, { ann: 1_000 }])
  await world().call(readDmThread, bob, { handle: 'ann', peek: true })
  t.deepEqual(await left(bob), { marked: 2_006, noted: 0 })
  await world().call(readDmThread, bob, { handle: 'ann' })
  t.deepEqual(await left(bob), { marked: 1_006, noted: 1 })
  t.deepEqual(await unread(bob), [0, { ann: 0 }])
  await send(eve)
  await send(ann)
  t.deepEqual(await unread(bob), [2, { ann: 1, eve: 1 }])
  t.deepEqual(await run(), { more: true })
  t.deepEqual(await left(bob), { marked: 8, noted: 1 })
  t.deepEqual(await unread(bob), [2, { ann: 1, eve: 1 }], 'few are counted each time')
  t.deepEqual(await run(), { more: true })
  t.deepEqual(await run(), { more: true })
  t.deepEqual(await run(), { more: false })
  t.deepEqual(await left(bob), { marked: 2, noted: 0 })
  t.deepEqual(await unread(bob), [2, { ann: 1, eve: 1 }])
  await world().call(readDmThread, bob, { handle: 'ann' })
  t.deepEqual(await left(bob), { marked: 0, noted: 0 })
})
