import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { testPost, underKey } from '../../testing/fixtures/new-writes.ts'
import { insertAgents, untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { openBatches } from '../db/batch.ts'
import type { Db } from '../db/db.ts'
import { insertBatched } from '../writing/batch-insert.ts'
import { insertPosts, type NewPost } from './new-posts.ts'

const database = useDatabase(test)

const tool = 'post_message'

/**
 * Runs `late` in a batch whose statement takes its snapshot, and then waits for the standing of another agent until
 * `early` is committed.
 */
async function overtake(early: NewPost, late: NewPost, other: string) {
  const { db, openAnother } = database()
  const name = `late ${late.id}`
  const [here, there] = [openAnother({ name, max: 1 }), openAnother({ max: 2 })]
  const filler = testPost(other, { content_digest: `\\x${randomUUID().replaceAll('-', '')}` })
  let outcomes: Promise<unknown[]> | undefined
  await db.transaction(async tx => {
    await tx.many(SQL`select 1 from agent_status where agent_id = ${other} for update`)
    const batch = openBatches(here)
    outcomes = Promise.all([batch(insertPosts, filler), insertBatched(batch, insertPosts, late)])
    await untilWaiting(db, name)
    await insertBatched(openBatches(there), insertPosts, early)
  })
  const [, outcome] = await outcomes!
  return outcome as { outcome: string; stored?: { id: string } }
}

const countOf = async (db: Db, agentId: string) =>
  (await db.one<{ count: number }>(SQL`select count(*)::int from post where agent_id = ${agentId}`)).count

test('a retry whose statement began before the first committed replays, by the key or by the duplicate guard', async t => {
  const { db } = database()
  const [agent, other] = await insertAgents(db, 2)
  // Once with the same content, as for duplicates, and once with different contents, where only the key shows a retry.
  for (const digests of [
    ['\\xaa', '\\xaa'],
    ['\\xc1', '\\xc2'],
  ] as const) {
    const by = underKey(tool, digests.join(' '))
    const early = testPost(agent!, { by, content_digest: digests[0] })
    const late = testPost(agent!, { by, content_digest: digests[1] })
    const { outcome, stored } = await overtake(early, late, other!)
    t.deepEqual([outcome, stored?.id], ['replayed', early.id])
  }
  t.is(await countOf(db, agent!), 2)
})

test('the same key with another input then conflicts, whatever the content', async t => {
  const { db } = database()
  const [agent, other] = await insertAgents(db, 2)
  for (const content_digest of ['\\xdd', '\\xee']) {
    const name = `conflict ${content_digest}`
    const early = testPost(agent!, { by: underKey(tool, name), content_digest: '\\xdd', duplicate_window_seconds: 0 })
    const late = testPost(agent!, { by: underKey(tool, name, '\\xcc'), content_digest })
    t.is((await overtake(early, late, other!)).outcome, 'key_conflict')
  }
})

test('identical content with another key, or none, is still a duplicate', async t => {
  const { db } = database()
  const [agent, other] = await insertAgents(db, 2)
  const early = testPost(agent!, { by: underKey(tool, 'first') })
  t.is((await overtake(early, testPost(agent!, { by: underKey(tool, 'other') }), other!)).outcome, 'duplicate')
  t.is((await overtake(early, testPost(agent!), other!)).outcome, 'duplicate')
  t.is(await countOf(db, agent!), 1)
})
