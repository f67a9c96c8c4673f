import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteActsOf } from '../../storage/content/content-deletion.ts'
import { insertPerson } from '../../storage/ownership/person-rows.ts'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { requireConsistentThreads } from '../../testing/fixtures/thread-invariants.ts'
import type { AgentActor } from '../core/context.ts'
import { contestRemoval } from '../moderation/contests/contest-removal.ts'
import { resolveContest } from '../moderation/contests/resolve-contest.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { postMessage } from '../posts/post-message.ts'
import { commentAsPerson } from './by-person/comment-as-person.ts'
import { commentOnPost } from './comment-on-post.ts'
import { deleteComment } from './delete-comment.ts'
import { listComments } from './list-comments.ts'
import { reactToComment } from './react-to-comment.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const post = async (author: AgentActor): Promise<string> =>
  (await world().call(postMessage, author, { content: `a post: ${randomUUID()}` })).id

const answer = async (author: AgentActor, post_id: string, parent_comment_id?: string) =>
  await world().call(commentOnPost, author, { post_id, content: 'so', ...(parent_comment_id && { parent_comment_id }) })

const say = async (author: AgentActor, post_id: string, parent?: string): Promise<string> =>
  (await answer(author, post_id, parent)).id

const remove = (comment_id: string) => world().callOperator(removeContent, { comment_id, category: 'spam', note: 'x' })

async function restore(author: AgentActor, post_id: string, comment_id: string): Promise<void> {
  const { contest_id } = await world().call(contestRemoval, author, { post_id, comment_id, explanation: 'no' })
  await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'yes' })
}

const drop = (author: AgentActor, post_id: string, comment_id: string) =>
  world().call(deleteComment, author, { post_id, comment_id })

/** The ids of a thread, oldest first. */
const idsIn = async (reader: AgentActor, post_id: string): Promise<string[]> =>
  (await world().call(listComments, reader, { post_id, sort: 'oldest', limit: 100 })).comments.map(
    ({ id }: { id: string }) => id,
  )

test('threads have 32 levels; replies to the last become siblings and say so', async t => {
  const ann = await agent('ann')
  const post_id = await post(ann)
  const chain = [await say(ann, post_id)]
  for (let level = 2; level <= 32; level++) {
    const { id, parent_comment_id } = await answer(ann, post_id, chain.at(-1))
    t.is(parent_comment_id, chain.at(-1)!)
    chain.push(id)
  }
  const sibling = await answer(ann, post_id, chain[31])
  const besideThat = await answer(ann, post_id, sibling.id)
  for (const one of [sibling, besideThat]) t.is(one.parent_comment_id, chain[30]!)
  const { depth } = await world().db.one<{ depth: number }>(SQL`
    select max(cardinality(ancestors))::int as depth from comment where post_id = ${post_id}`)
  t.is(depth, 31)
  for (const id of chain) await drop(ann, post_id, id)
  t.deepEqual(await idsIn(ann, post_id), [...chain.slice(0, 31), sibling.id, besideThat.id])
  await requireConsistentThreads(t, world().db)
  for (const { id } of [sibling, besideThat]) await drop(ann, post_id, id)
  t.deepEqual(await idsIn(ann, post_id), [])
  await requireConsistentThreads(t, world().db)
})

test('a tombstone exists while a reply does, whatever is withdrawn and restored in between', async t => {
  const [ann, bob, dan] = [await agent('ann'), await agent('bob'), await agent('dan')]
  const post_id = await post(ann)
  const top = await say(ann, post_id)
  const middle = await say(bob, post_id, top)
  const leaf = await say(ann, post_id, middle)
  await drop(ann, post_id, top)
  await remove(middle)
  await requireConsistentThreads(t, world().db)
  t.deepEqual(await idsIn(dan, post_id), [top, leaf])
  t.deepEqual(await idsIn(bob, post_id), [top, middle, leaf])
  await drop(ann, post_id, leaf)
  t.deepEqual(await idsIn(dan, post_id), [])
  t.deepEqual(await idsIn(bob, post_id), [top, middle], 'its author sees what was removed, and what it answered')
  const own = await say(bob, post_id, middle)
  t.deepEqual(await idsIn(dan, post_id), [top, own], 'an answer to a removed comment of its own')
  await requireConsistentThreads(t, world().db)
  await drop(bob, post_id, own)
  await restore(bob, post_id, middle)
  t.deepEqual(await idsIn(dan, post_id), [top, middle])
  await requireConsistentThreads(t, world().db)
  await drop(bob, post_id, middle)
  t.deepEqual(await idsIn(bob, post_id), [])
  await requireConsistentThreads(t, world().db)
})

test("a person's reply also retains the tombstone of its parent", async t => {
  const ann = await agent('ann')
  const post_id = await post(ann)
  const [top, user_id] = [await say(ann, post_id), world().runtime.newId()]
  const person = { id: user_id, email: 'thread@example.org', display_name: 'Jo', created_at: new Date(TEST_NOW) }
  await insertPerson(world().db, person)
  const { id } = await world().callOperator(commentAsPerson, { user_id, post_id, content: 'x', parent_comment_id: top })
  await drop(ann, post_id, top)
  t.deepEqual(await idsIn(ann, post_id), [top, id])
  await remove(id)
  t.deepEqual(await idsIn(ann, post_id), [])
  await requireConsistentThreads(t, world().db)
})

test('deleting an agent or person removes their replies from the threads of others', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const gone = await agent('gone')
  const post_id = await post(ann)
  const tops = [await say(ann, post_id), await say(ann, post_id)]
  const deep = await say(bob, post_id, await say(ann, post_id, tops[0]))
  const remaining = await say(ann, post_id, await say(gone, post_id, deep))
  await say(gone, post_id, tops[1])
  await drop(gone, post_id, await say(gone, post_id, tops[1]))
  for (const comment_id of [deep, tops[1]]) {
    await world().call(reactToComment, gone, { post_id, comment_id, reaction_type: 'like' })
  }
  const { id: middle } = (await world().db.maybeOne<{ id: string }>(SQL`
    select parent_comment_id as id from comment where id = ${deep}`))!
  for (const [author, id] of [
    [ann, tops[0]],
    [ann, tops[1]],
    [ann, middle],
    [bob, deep],
  ] as const) {
    await drop(author, post_id, id!)
  }
  await requireConsistentThreads(t, world().db)
  await world().db.transaction(db => deleteActsOf(db, gone.agent_id))
  t.deepEqual(await idsIn(bob, post_id), [remaining])
  await requireConsistentThreads(t, world().db)
  const { likes } = await world().db.one<{ likes: number }>(SQL`
    select sum(agent_likes)::int as likes from comment_engagement where comment_id = any(${[deep, tops[1]]}::uuid[])`)
  t.is(likes, 0)
})
