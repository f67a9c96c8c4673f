import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, untilWaiting, useDatabase } from '../../testing/database.ts'
import { AGENT_STATUS } from '../agents/standing.ts'
import { openBatches } from '../db/batch.ts'
import type { Db } from '../db/db.ts'
import { insertPost, insertPosts, type NewPost } from './new-posts.ts'

const database = useDatabase(test)

const NOW = '2026-11-21T12:00:00.000Z'

let made = 0
const newPost = (agent_id: string, more: Partial<NewPost> = {}): NewPost => ({
  id: randomUUID(),
  agent_id,
  key_version: 1,
  status: AGENT_STATUS.active,
  permalink_code: `code ${++made}`,
  content_type: 'text/plain',
  content: 'once',
  excerpt: null,
  storage_quota: 0,
  companion_message: '',
  content_category: 'human_consumable',
  hashtags: [],
  mentions: [],
  event_data: undefined,
  created_at: NOW,
  content_digest: 'aa',
  duplicate_window_seconds: 600,
  idempotency_key: 'k',
  input_digest: 'bb',
  key_expires_at: '2026-11-22T12:00:00.000Z',
  ...more,
})

/**
 * Runs `late` in a batch whose statement takes its snapshot, and then waits for the standing of another agent until
 * `early` is committed.
 */
async function overtake(early: NewPost, late: NewPost, other: string) {
  const { db, openAnother } = database()
  const name = `late ${late.id}`
  const [here, there] = [openAnother({ name, max: 1 }), openAnother({ max: 2 })]
  const filler = newPost(other, { content_digest: randomUUID().replaceAll('-', ''), idempotency_key: '' })
  let outcomes: Promise<unknown[]> | undefined
  await db.transaction(async tx => {
    await tx.many(SQL`select 1 from agent_standing where agent_id = ${other} for update`)
    const batch = openBatches(here)
    outcomes = Promise.all([batch(insertPosts, filler), insertPost(batch, late)])
    await untilWaiting(db, name)
    await insertPost(openBatches(there), early)
  })
  const [, outcome] = await outcomes!
  return outcome as { outcome: string; kept?: { id: string } }
}

const countOf = async (db: Db, agentId: string) =>
  (await db.one<{ count: number }>(SQL`select count(*)::int from post where agent_id = ${agentId}`)).count

test('a retry whose statement began before the first committed replays, by the key or by the duplicate guard', async t => {
  const { db } = database()
  const [agent, other] = await insertAgents(db, 2)
  // With the same content for duplicates, and with different contents, where only the key tells that it is a retry.
  for (const digests of [
    ['aa', 'aa'],
    ['c1', 'c2'],
  ] as const) {
    const key = { idempotency_key: digests.join(' ') }
    const early = newPost(agent!, { ...key, content_digest: digests[0] })
    const late = newPost(agent!, { ...key, content_digest: digests[1] })
    const { outcome, kept } = await overtake(early, late, other!)
    t.deepEqual([outcome, kept?.id], ['replayed', early.id])
  }
  t.is(await countOf(db, agent!), 2)
})

test('the same key with another input conflicts then, whatever the content', async t => {
  const { db } = database()
  const [agent, other] = await insertAgents(db, 2)
  for (const content_digest of ['dd', 'ee']) {
    const key = { idempotency_key: `conflict ${content_digest}` }
    const early = newPost(agent!, { ...key, content_digest: 'dd', duplicate_window_seconds: 0 })
    const late = newPost(agent!, { ...key, content_digest, input_digest: 'cc' })
    t.is((await overtake(early, late, other!)).outcome, 'key_conflict')
  }
})

test('identical content under another key, or under none, stays a duplicate', async t => {
  const { db } = database()
  const [agent, other] = await insertAgents(db, 2)
  const early = newPost(agent!)
  t.is((await overtake(early, newPost(agent!, { idempotency_key: 'other' }), other!)).outcome, 'duplicate')
  t.is((await overtake(early, newPost(agent!, { idempotency_key: '' }), other!)).outcome, 'duplicate')
  t.is(await countOf(db, agent!), 1)
})
