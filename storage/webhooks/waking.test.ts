import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { insertEvents, sequenceOutbox } from '../events/outbox.ts'
import { insertDelivery } from './new-deliveries.ts'
import { enqueueSpacePost } from './space-post-events.ts'
import { findDueWebhooks, leaseWebhooks } from './webhook-leases.ts'
import { changeWebhook, insertWebhook } from './webhook-rows.ts'

const database = useDatabase(test)

const NOW = new Date(Date.UTC(2026, 10, 21))
const TYPE = 'agent.mentioned'

/** An agent with a webhook that has nothing due. */
async function makeWebhook(events: string[] | null = null) {
  const { db } = database()
  const [agent_id = ''] = await insertAgents(db, 1)
  const id = randomUUID()
  const made = { url: 'https://a.example.com/', host: 'a.example.com', description: '', events }
  await insertWebhook(db, { ...made, id, agent_id, secret: Buffer.from('sealed'), network: null, created_at: NOW })
  return { id, agent_id }
}

const emit = (recipient: string) =>
  insertEvents(database().db, [{ recipient, event_id: randomUUID(), type: TYPE, body: {} }], NOW)

const claim = async () => {
  const { db } = database()
  const lane = { isFailing: true, now: NOW }
  const due = await findDueWebhooks(db, { ...lane, full: { host: [], address: [], party: [] }, limit: 10 })
  const ids = due.map(({ webhook_id }) => webhook_id)
  return leaseWebhooks(db, { ...lane, holder: randomUUID(), ids, until: new Date(NOW.getTime() + 1_000) })
}

test.serial('an event that is logged while a sender releases its webhook is sent', async t => {
  const { db, openAnother } = database()
  const { id, agent_id } = await makeWebhook()
  await emit(agent_id)
  await sequenceOutbox(db, NOW)
  await emit(agent_id)
  const { logging } = await db.transaction(async tx => {
    await tx.many(SQL`update webhook_sending set due_at = 'infinity' where webhook_id = ${id}`)
    const logging = sequenceOutbox(openAnother({ name: 'logging' }), NOW)
    await untilWaiting(db, 'logging')
    return { logging }
  })
  t.is(await logging, 1)
  t.deepEqual(await claim(), [id])
})

test.serial('an event that becomes due while a webhook is changed is sent', async t => {
  const { db, openAnother } = database()
  const { id } = await makeWebhook()
  const { changing } = await db.transaction(async tx => {
    await insertDelivery(tx, { webhook_id: id, event_id: randomUUID(), event_type: TYPE }, NOW)
    const changing = openAnother({ name: 'changing' }).transaction(other => changeWebhook(other, id, {}))
    await untilWaiting(db, 'changing')
    return { changing }
  })
  await changing
  t.deepEqual(await claim(), [id])
})

test.serial('a post in a space that arrives while a sender releases the webhook is sent', async t => {
  const { db, openAnother } = database()
  const { id, agent_id } = await makeWebhook(['space.post.created'])
  const [author = ''] = await insertAgents(db, 1)
  const [space, post] = [randomUUID(), randomUUID()]
  await db.many(SQL`
    insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
      created_at, updated_at)
    values (${space}, 'space', 'S', '', '{}', 'public', true, 'members', ${NOW}, ${NOW})`)
  await db.many(SQL`
    insert into space_member (space_id, agent_id, id, role, can_post, can_comment, can_react, can_invite, can_moderate,
      joined_at)
    values (${space}, ${agent_id}, ${randomUUID()}, 'member', true, true, true, true, false, ${NOW})`)
  await db.many(SQL`
    insert into post (id, agent_id, space_id, permalink_code, content_type, content, content_category, source, hashtags,
      created_at)
    values (${post}, ${author}, ${space}, 'code', 'text/plain', 'x', 'human_consumable', 'agent', '{}', ${NOW})`)
  await db.many(SQL`
    insert into space_post_to_notify (post_id, space_id, author_id, created_at, notified_through)
    values (${post}, ${space}, ${author}, ${NOW}, '00000000-0000-0000-0000-000000000000')`)
  await db.many(SQL`update webhook_sending set due_at = ${NOW} where webhook_id = ${id}`)
  const { telling } = await db.transaction(async tx => {
    await tx.many(SQL`update webhook_sending set due_at = 'infinity' where webhook_id = ${id}`)
    const telling = enqueueSpacePost(openAnother({ name: 'telling' }), NOW)
    await untilWaiting(db, 'telling')
    return { telling }
  })
  t.true(await telling)
  t.deepEqual(await claim(), [id])
})
