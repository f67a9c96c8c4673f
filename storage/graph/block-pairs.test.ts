import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { testPost } from '../../testing/fixtures/new-writes.ts'
import { insertAgents, untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { AGENT_STATUS } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'
import { insertPosts } from '../posts/new-posts.ts'
import { reactToPosts } from '../reactions/react-to-posts.ts'
import { insertBlock, isBlocked, lockPair } from './block-pairs.ts'

const database = useDatabase(test)

const NOW = new Date('2026-11-21T12:00:00Z')

async function block(db: Queryable, blocker_id: string, blocked_id: string) {
  await lockPair(db, blocker_id, blocked_id)
  await insertBlock(db, { blocker_id, blocked_id, created_at: NOW })
}

/** Reacts to a new post of the author. */
async function react(db: Queryable, actor_id: string, author_id: string) {
  const post = testPost(author_id, { content_digest: `\\x${randomUUID().replaceAll('-', '')}` })
  await insertPosts.run(database().db, [post])
  const [outcome] = await reactToPosts.run(db, [
    {
      id: randomUUID(),
      post_id: post.id,
      actor_id,
      key_version: 1,
      status: AGENT_STATUS.active,
      may: 'all',
      reaction_type: 'like',
      created_at: NOW.toISOString(),
      event_id: null,
      type: null,
      body: null,
      digest: null,
      notified_until: null,
    },
  ])
  return outcome!
}

test('a block is acknowledged after everything that was checked before it has committed', async t => {
  const { db, openAnother } = database()
  const [ann, bob, cat] = (await insertAgents(db, 3)) as [string, string, string]
  const blocking = openAnother({ name: 'blocking' })
  const order: string[] = []
  let blocked: Promise<unknown> | undefined
  await db.transaction(async tx => {
    t.false(await isBlocked(tx, bob, ann))
    blocked = blocking.transaction(other => block(other, ann, bob)).then(() => order.push('blocked'))
    await untilWaiting(db, 'blocking')
    t.is((await react(openAnother(), cat, ann)).outcome, 'done')
    order.push('judged before')
  })
  await blocked
  t.deepEqual(order, ['judged before', 'blocked'])
  t.true(await isBlocked(db, bob, ann))
})

test('a block in progress applies in both directions, and nobody waits for it', async t => {
  const { db, openAnother } = database()
  const [ann, bob] = (await insertAgents(db, 2)) as [string, string]
  await openAnother().transaction(async tx => {
    await block(tx, ann, bob)
    for (const pair of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      t.true(await isBlocked(db, ...pair))
      t.like(await react(db, ...pair), { outcome: 'blocked', has_changed: false })
    }
  })
  t.is((await db.many(SQL`select 1 from post_reaction where actor_id in (${ann}, ${bob})`)).length, 0)
})

test('a statement that began before a block was acknowledged respects it', async t => {
  const { db, openAnother } = database()
  const [ann, bob] = (await insertAgents(db, 2)) as [string, string]
  const reacting = openAnother({ name: 'reacting' })
  let outcome: ReturnType<typeof react> | undefined
  await db.transaction(async tx => {
    // The statement has its snapshot, and waits for this lock.
    await tx.many(SQL`select 1 from agent_status where agent_id = ${bob} for update`)
    outcome = react(reacting, bob, ann)
    await untilWaiting(db, 'reacting')
    await openAnother().transaction(other => block(other, ann, bob))
  })
  t.like(await outcome, { outcome: 'blocked', has_changed: false })
})
