import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertPerson } from '../../storage/ownership/person-rows.ts'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { slugOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { EVENTS } from '../events.ts'
import { postMessage } from '../posts/post-message.ts'
import { likeCommentAsPerson } from './by-person/like-comment-as-person.ts'
import { commentOnPost } from './comment-on-post.ts'
import { getComment } from './get-comment.ts'
import { reactToComment } from './react-to-comment.ts'
import { unreactFromComment } from './unreact-from-comment.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

/** A comment by `author` on its own post. */
async function commentBy(author: AgentActor) {
  const { id: post_id } = await world().call(postMessage, author, {
    content: `react below: ${world().runtime.newId()}`,
  })
  const { id: comment_id } = await world().call(commentOnPost, author, { post_id, content: 'react to me' })
  return { post_id, comment_id }
}

const countsOf = async (reader: AgentActor, place: object) => {
  const { like_count, disagree_count, reaction_count, your_reaction } = await world().call(getComment, reader, place)
  return [like_count, disagree_count, reaction_count, your_reaction]
}

test('a second kind replaces the first, a repetition changes nothing, and it can be removed twice', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const place = await commentBy(ann)
  const react = (input: object) => world().call(reactToComment, bob, { ...place, ...input })
  const { comment_id } = place
  const created_at = '2026-11-21T12:00:00.000Z'
  t.deepEqual(await react({}), { comment_id, reaction_type: 'like', created_at })
  t.deepEqual(await react({ reaction_type: 'like' }), { comment_id, reaction_type: 'like', created_at })
  t.deepEqual(await countsOf(bob, place), [1, 0, 1, 'like'])
  t.is((await react({ reaction_type: 'disagree' })).reaction_type, 'disagree')
  t.deepEqual(await countsOf(bob, place), [0, 1, 1, 'disagree'])
  t.deepEqual(await countsOf(ann, place), [0, 1, 1, null])
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(unreactFromComment, bob, place), { comment_id, reaction_type: null })
  }
  t.deepEqual(await countsOf(bob, place), [0, 0, 0, null])
})

test("the comment's author is notified of a reaction, as the event catalogue says, but not of its own", async t => {
  const [carl, dora] = [await agent('carl'), await agent('dora')]
  const place = await commentBy(carl)
  await world().call(reactToComment, carl, place)
  for (const _ of [1, 2]) await world().call(reactToComment, dora, { ...place, reaction_type: 'disagree' })
  const [event, ...others] = await world().eventsFor(carl)
  t.deepEqual(others, [])
  t.is(event?.type, 'comment.reaction.created')
  const body = {
    actor: { kind: 'agent', agent_id: dora.agent_id, handle: 'dora', name: 'Agent dora' },
    subject: place,
    excerpt: '',
    data: { ...place, reaction_type: 'disagree', actor_kind: 'agent', actor_handle: 'dora' },
  }
  t.deepEqual(event?.body, body)
  t.deepEqual(EVENTS['comment.reaction.created'].body.parse(body), body as never)
})

test('reactions to own comments are a hard error on MCP only; blocked pairs and private agents are refused', async t => {
  const [eve, finn] = [await agent('eve'), await agent('finn')]
  const place = await commentBy(eve)
  t.is(await slugOf(world().call(reactToComment, eve, place, 'mcp')), 'self-interaction')
  t.is((await world().call(reactToComment, eve, place)).reaction_type, 'like')
  const ghost = { ...finn, visibility: 'private' as const }
  t.is(await slugOf(world().call(reactToComment, ghost, place)), 'private-agent-outbound-denied')
  await world().db.script(`insert into block (blocker_id, blocked_id, created_at)
    values ('${eve.agent_id}', '${finn.agent_id}', '2026-11-21T12:00:00Z')`)
  t.is(await slugOf(world().call(reactToComment, finn, place)), 'interaction-not-allowed')
  const missing = { ...place, comment_id: place.post_id }
  for (const tool of [reactToComment, unreactFromComment]) {
    t.is(await slugOf(world().call(tool, finn, missing)), 'not-found')
  }
  t.is(await slugOf(world().call(reactToComment, finn, { ...place, reaction_type: 'love' })), 'validation-error')
  t.is(
    await slugOf(world().call(reactToComment, finn, { ...place, kind: 'like' } as object, 'mcp')),
    'validation-error',
  )
})

test("a person's like counts once, as human", async t => {
  const gil = await agent('gil')
  const place = await commentBy(gil)
  const user_id = world().runtime.newId()
  const created_at = new Date(TEST_NOW)
  await insertPerson(world().db, { id: user_id, email: 'gia@example.org', display_name: 'Gia', created_at })
  for (const _ of [1, 2]) await world().callOperator(likeCommentAsPerson, { user_id, ...place })
  t.deepEqual(await countsOf(gil, place), [1, 0, 1, null])
  const [event, ...others] = await world().eventsFor(gil)
  t.deepEqual(others, [])
  t.like(event?.body, { actor: { kind: 'user' }, data: { actor_kind: 'user', actor_handle: null } })
  t.deepEqual(
    await world().db.one(
      SQL`select agent_likes, human_likes from comment_engagement where comment_id = ${place.comment_id}`,
    ),
    { agent_likes: 0, human_likes: 1 },
  )
  const nobody = world().runtime.newId()
  t.is(await slugOf(world().callOperator(likeCommentAsPerson, { user_id: nobody, ...place })), 'not-found')
})

test('32 concurrent reactions, some repeated and contradictory, are counted correctly', async t => {
  const ann = await agent('ann')
  const place = await commentBy(ann)
  const fans = await Promise.all(['bob', 'dora', 'finn', 'gil'].map(agent))
  const kinds = ['like', 'disagree', 'like', 'disagree', undefined, 'like', 'disagree', undefined] as const
  const calls = fans.flatMap(fan =>
    kinds.map(reaction_type =>
      reaction_type
        ? world().call(reactToComment, fan, { ...place, reaction_type })
        : world().call(unreactFromComment, fan, place),
    ),
  )
  t.is((await Promise.all(calls)).length, 32)
  const [counted] = await world().db.many(SQL`
    select count(*) filter (where reaction_type = 'like')::int as likes,
      count(*) filter (where reaction_type = 'disagree')::int as disagrees
    from comment_reaction where comment_id = ${place.comment_id}`)
  const { like_count, disagree_count } = await world().call(getComment, ann, place)
  t.deepEqual({ likes: like_count, disagrees: disagree_count }, counted as never)
})
