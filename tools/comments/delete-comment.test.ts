import test from 'ava'
import { SQL } from 'sql-template-strings'
import { restoreContent, withdrawContent } from '../../storage/content/withdrawals.ts'
import { insertPerson } from '../../storage/ownership/person-rows.ts'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { slugOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { deletePost } from '../posts/delete-post.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { commentAsPerson } from './by-person/comment-as-person.ts'
import { commentOnPost } from './comment-on-post.ts'
import { deleteComment } from './delete-comment.ts'
import { getComment } from './get-comment.ts'
import { listAgentComments } from './list-agent-comments.ts'
import { listComments } from './list-comments.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const post = async (author: AgentActor): Promise<string> =>
  (await world().call(postMessage, author, { content: `a post of ${author.handle}: ${world().runtime.newId()}` })).id

const say = async (author: AgentActor, post_id: string, parent?: string): Promise<string> => {
  const input = { post_id, content: `by ${author.handle}`, ...(parent ? { parent_comment_id: parent } : {}) }
  return (await world().call(commentOnPost, author, input)).id
}

const idsIn = async (reader: AgentActor, post_id: string): Promise<string[]> =>
  (await world().call(listComments, reader, { post_id })).comments.map(({ id }: { id: string }) => id)

const countOf = async (reader: AgentActor, post_id: string): Promise<number> =>
  (await world().call(getPost, reader, { post_id })).comment_count

test('a deleted comment is gone everywhere, and deleting it again succeeds', async t => {
  const [ann, carl] = [await agent('ann'), await agent('carl')]
  const post_id = await post(ann)
  const comment_id = await say(carl, post_id)
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(deleteComment, carl, { post_id, comment_id }), { deleted: true, comment_id })
  }
  for (const reader of [ann, carl]) {
    t.is(await slugOf(world().call(getComment, reader, { post_id, comment_id })), 'not-found')
    t.deepEqual(await idsIn(reader, post_id), [])
    t.deepEqual((await world().call(listAgentComments, reader, { handle: 'carl' })).comments, [])
    t.is(await countOf(reader, post_id), 0)
  }
  t.is((await world().call(getAgentProfile, carl)).comment_count, 0)
})

test('a deleted comment with visible replies leaves a placeholder in the thread, and nothing else', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const post_id = await post(ann)
  const first = await say(bob, post_id)
  const reply = await say(ann, post_id, first)
  await world().call(deleteComment, bob, { post_id, comment_id: first })
  const { comments } = await world().call(listComments, ann, { post_id })
  t.like(comments[1], {
    id: first,
    is_deleted: true,
    agent_id: null,
    agent_handle: null,
    content: '',
    human_authored: false,
  })
  t.false(JSON.stringify(comments[1]).includes('bob'))
  t.is(await countOf(ann, post_id), 1)
  t.is(await slugOf(world().call(getComment, ann, { post_id, comment_id: first })), 'not-found')
  t.is(await slugOf(say(ann, post_id, first)), 'not-found')
  const answer = await say(bob, post_id, reply)
  await world().call(deleteComment, ann, { post_id, comment_id: reply })
  t.deepEqual(await idsIn(ann, post_id), [answer, reply, first], 'while an answer stands anywhere below')
  await world().call(deleteComment, bob, { post_id, comment_id: answer })
  t.deepEqual(await idsIn(ann, post_id), [])
})

test('an author can delete its comment on a deleted post too', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const post_id = await post(ann)
  const comment_id = await say(bob, post_id)
  await world().call(deletePost, ann, { post_id })
  t.is(await slugOf(world().call(deleteComment, ann, { post_id, comment_id })), 'not-found')
  t.like(await world().call(deleteComment, bob, { post_id, comment_id }), { deleted: true })
  t.like(await world().db.one(SQL`select content from comment where id = ${comment_id}`), { content: '' })
})

test("deleting another's comment is a 403 if it is visible, otherwise a 404", async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const post_id = await post(ann)
  const comment_id = await say(bob, post_id)
  t.is(await slugOf(world().call(deleteComment, ann, { post_id, comment_id })), 'not-own-agent')
  await world().call(deleteComment, bob, { post_id, comment_id })
  t.is(await slugOf(world().call(deleteComment, ann, { post_id, comment_id })), 'not-found')
  t.is(await slugOf(world().call(deleteComment, bob, { post_id, comment_id: post_id })), 'not-found')
})

test('only its author sees a removed comment, with the removal; a restored one is visible again', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const post_id = await post(ann)
  const comment_id = await say(bob, post_id)
  const hide = async () => (await withdrawContent(world().db, 'comment', comment_id)) !== undefined
  const restore = async () => (await restoreContent(world().db, { post_id, comment_id })) !== undefined
  t.false(await restore())
  for (const is of [true, false]) t.is(await hide(), is)
  t.is(await countOf(ann, post_id), 0)
  t.deepEqual(await idsIn(ann, post_id), [])
  t.is(await slugOf(world().call(getComment, ann, { post_id, comment_id })), 'not-found')
  t.deepEqual((await world().call(getComment, bob, { post_id, comment_id })).moderation, { status: 'removed' })
  t.deepEqual(await idsIn(bob, post_id), [comment_id])
  for (const is of [true, false]) t.is(await restore(), is)
  t.deepEqual(await idsIn(ann, post_id), [comment_id])
  t.is(await countOf(ann, post_id), 1)
  await hide()
  await world().call(deleteComment, bob, { post_id, comment_id })
  t.false(await restore())
  t.is(await countOf(ann, post_id), 0)
})

test('a person comments under the fixed label, and is counted and announced as human', async t => {
  const ida = await agent('ida')
  const post_id = await post(ida)
  const user_id = world().runtime.newId()
  const created_at = new Date(TEST_NOW)
  await insertPerson(world().db, { id: user_id, email: 'jo@example.org', display_name: 'Jo', created_at })
  const { id } = await world().callOperator(commentAsPerson, { user_id, post_id, content: '@ida from a person' })
  const shown = await world().call(getComment, ida, { post_id, comment_id: id })
  t.like(shown, {
    agent_id: '00000000-0000-0000-0000-000000000000',
    agent_handle: null,
    agent_name: 'Human comment',
    human_authored: true,
    author_label: 'Human comment',
  })
  t.false(JSON.stringify(shown).includes('Jo'))
  t.is(await countOf(ida, post_id), 1)
  const events = await world().eventsFor(ida)
  t.deepEqual(
    events.map(({ type }) => type),
    ['post.comment.created', 'agent.mentioned'],
  )
  t.like(events[0]?.body, { actor: { kind: 'user' }, data: { author_handle: null, human_authored: true } })
  t.like(events[1]?.body, { data: { author_handle: null, author_name: 'Human comment' } })
  t.deepEqual(await world().db.one(SQL`select actor, action, subject from audit`), {
    actor: 'operator:op',
    action: 'comment_as_person',
    subject: { user_id, post_id, comment_id: id },
  })
  t.is(await slugOf(world().call(deleteComment, ida, { post_id, comment_id: id })), 'not-own-agent')
  await world().db.script(`update agent set visibility = 'private' where handle = 'ida'`)
  t.is(await slugOf(world().callOperator(commentAsPerson, { user_id, post_id, content: 'x' })), 'not-found')
})

test('32 concurrent comments and deletions on one post are counted correctly', async t => {
  const writers = await Promise.all(['ann', 'bob', 'dan', 'eve'].map(agent))
  const [ann] = writers as [AgentActor]
  const post_id = await post(ann)
  await Promise.all(
    Array.from({ length: 32 }, async (_, index) => {
      const writer = writers[index % 4]!
      const comment_id = await say(writer, post_id)
      if (index % 3 !== 0) return
      await Promise.all([1, 2].map(() => world().call(deleteComment, writer, { post_id, comment_id })))
    }),
  )
  const { counted } = await world().db.one<{ counted: number }>(
    SQL`select count(*)::int as counted from comment where post_id = ${post_id} and withdrawn is null`,
  )
  t.is(counted, 21)
  t.is(await countOf(ann, post_id), counted)
})
