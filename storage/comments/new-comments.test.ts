import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { testComment, testPost, underKey } from '../../testing/fixtures/new-writes.ts'
import { insertAgents, untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { openBatches } from '../db/batch.ts'
import { insertPosts } from '../posts/new-posts.ts'
import { insertBatched } from '../writing/batch-insert.ts'
import { insertComments, type NewComment } from './new-comments.ts'

const database = useDatabase(test)

async function openThread() {
  const { db } = database()
  const [author, reader, other] = (await insertAgents(db, 3)) as [string, string, string]
  const post = testPost(author, { content_digest: `\\x${randomUUID().replaceAll('-', '')}` })
  await insertPosts.run(db, [post])
  const say = async (comment: NewComment) => (await insertComments.run(db, [comment]))[0]!.outcome
  const figures = () =>
    db.one<{ rows: number; counted: number }>(SQL`
      select (select count(*)::int from comment where post_id = ${post.id}) as rows,
        coalesce((select comments from post_engagement where post_id = ${post.id}), 0) as counted`)
  return { db, author, reader, other, post, say, figures }
}

const below = (parent: NewComment): Partial<NewComment> => ({
  answered_id: parent.id,
  parent_comment_id: parent.id,
  ancestors: JSON.stringify([parent.id]),
})

test('each comment of a batch has its own outcome, and the counters include the created ones', async t => {
  const { db, author, reader, other, post, figures } = await openThread()
  const deleted = testPost(author, { content_digest: '\\xdd' })
  await insertPosts.run(db, [deleted])
  await db.many(SQL`update post set withdrawn = 'deleted' where id = ${deleted.id}`)
  await db.many(SQL`insert into block (blocker_id, blocked_id, created_at) values (${author}, ${other}, now())`)
  const outcomes = await insertComments.run(db, [
    testComment(reader, post.id),
    testComment(author, post.id),
    testComment(other, post.id),
    testComment(reader, deleted.id),
    testComment(reader, post.id, { answered_id: randomUUID() }),
    testComment(reader, post.id, { by: { key_version: 2 } }),
    testComment(reader, post.id, { bytes: 5, by: { storage_quota: 4 } }),
    testComment(reader, post.id, { by: underKey('comment_on_post', 'key') }),
    testComment(reader, post.id, { by: underKey('comment_on_post', 'key') }),
  ])
  t.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    [
      'created',
      'created',
      'blocked',
      'no_post',
      'no_comment',
      'standing_changed',
      'over_quota',
      'created',
      'key_in_progress',
    ],
  )
  t.deepEqual(await figures(), { rows: 3, counted: 3 })
})

test('a retry whose statement began before the first committed replays', async t => {
  const { db, reader, other, post, figures } = await openThread()
  const { openAnother } = database()
  const [here, there] = [openAnother({ name: 'late', max: 1 }), openAnother({ max: 2 })]
  const [early, late] = [0, 1].map(() => testComment(reader, post.id, { by: underKey('comment_on_post', 'once') }))
  let outcome: ReturnType<typeof insertBatched<NewComment, { outcome: string; stored: { id: string } }>> | undefined
  await db.transaction(async tx => {
    await tx.many(SQL`select 1 from agent_status where agent_id = ${other} for update`)
    const batch = openBatches(here)
    const filler = batch(insertComments, testComment(other, post.id))
    outcome = insertBatched(batch, insertComments, late!)
    await untilWaiting(db, 'late')
    await insertBatched(openBatches(there), insertComments, early!)
    void filler
  })
  const { outcome: how, stored } = await outcome!
  t.deepEqual([how, stored.id], ['replayed', early!.id])
  t.deepEqual(await figures(), { rows: 2, counted: 2 })
})

test('a reply waits for the deletion of its parent in progress, and is then refused', async t => {
  const { db, reader, author, post, say, figures } = await openThread()
  const parent = testComment(author, post.id)
  t.is(await say(parent), 'created')
  const slow = database().openAnother({ name: 'answer', max: 1 })
  let outcome: Promise<{ outcome: string }[]> | undefined
  await db.transaction(async tx => {
    await tx.many(SQL`update comment set withdrawn = 'removed' where id = ${parent.id}`)
    outcome = insertComments.run(slow, [testComment(reader, post.id, below(parent))])
    await untilWaiting(db, 'answer')
  })
  t.is((await outcome!)[0]?.outcome, 'no_comment')
  t.is((await figures()).rows, 1)
  t.is(await say(testComment(author, post.id, below(parent))), 'created', 'its author still sees and answers it')
})
