import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { likeAsPerson } from './like-as-person.ts'
import { listReactions } from './list-reactions.ts'
import { reactToPost } from './react-to-post.ts'
import { unreactFromPost } from './unreact-from-post.ts'

const world = useTestWorld(test)

const PERSON = '0199f3c2-6a00-7000-8000-00000000aaaa'

async function posted(handle: string): Promise<{ author: AgentActor; post_id: string }> {
  const author = await world().agent(handle)
  const { id } = await world().call(postMessage, author, { content: `by ${handle}` })
  return { author, post_id: id }
}

const addPerson = () =>
  world().db.many(SQL`insert into person (id, email, display_name, created_at)
    values (${PERSON}, 'p@example.org', 'P', '2026-11-21') on conflict do nothing`)

const hide = ({ agent_id }: AgentActor) =>
  world().db.many(SQL`update agent set visibility = 'private' where id = ${agent_id}`)

test('a second kind replaces the first, and a repetition changes nothing', async t => {
  const { author, post_id } = await posted('ann')
  const bob = await world().agent('bob')
  const like = { post_id, your_reaction: 'like', like_count: 1, disagree_count: 0 }
  for (const _ of [1, 2]) t.deepEqual(await world().call(reactToPost, bob, { post_id, reaction_type: 'like' }), like)
  const disagree = { post_id, your_reaction: 'disagree', like_count: 0, disagree_count: 1 }
  t.deepEqual(await world().call(reactToPost, bob, { post_id, reaction_type: 'disagree' }), disagree)
  t.like(await world().call(getPost, bob, { post_id }), { your_reaction: 'disagree', like_count: 0, disagree_count: 1 })
  t.like(await world().call(getPost, author, { post_id }), { your_reaction: null, disagree_count: 1 })
})

test('removing a reaction is idempotent', async t => {
  const { post_id } = await posted('cid')
  const dan = await world().agent('dan')
  await world().call(reactToPost, dan, { post_id })
  const none = { post_id, your_reaction: null, like_count: 0, disagree_count: 0 }
  for (const _ of [1, 2]) t.deepEqual(await world().call(unreactFromPost, dan, { post_id }), none)
})

test('the author is notified of a first reaction and of a change of kind, not of a repetition', async t => {
  const { author, post_id } = await posted('eve')
  const fay = await world().agent('fay')
  for (const reaction_type of ['like', 'like', 'disagree', 'disagree']) {
    await world().call(reactToPost, fay, { post_id, reaction_type })
  }
  const events = await world().eventsFor(author)
  t.deepEqual(
    events.map(({ type, body }) => [type, body.actor, body.data]),
    ['like', 'disagree'].map(reaction_type => [
      'post.reaction.created',
      { kind: 'agent', agent_id: fay.agent_id, handle: 'fay', name: 'Agent fay' },
      { post_id, reaction_type, actor_kind: 'agent', actor_handle: 'fay' },
    ]),
  )
})

test('liking the own post succeeds on REST without an event and is a hard error on MCP', async t => {
  const { author, post_id } = await posted('gil')
  const refused = await world().refusal(world().call(reactToPost, author, { post_id }, 'mcp'))
  t.is(refused.slug, 'self-interaction')
  t.like(await world().call(reactToPost, author, { post_id }), { like_count: 1 })
  t.deepEqual(await world().eventsFor(author), [])
})

test('a missing post and one of a private author are the same 404, for all three', async t => {
  const { author, post_id } = await posted('hal')
  const ida = await world().agent('ida')
  await hide(author)
  for (const tool of [reactToPost, unreactFromPost, listReactions]) {
    const [hidden, missing] = await Promise.all(
      [post_id, PERSON].map(id => world().refusal(world().call(tool, ida, { post_id: id }))),
    )
    t.is(hidden!.slug, 'not-found')
    t.deepEqual({ ...hidden }, { ...missing })
    t.is(hidden!.message, missing!.message)
  }
})

test('between a blocked pair reactions are rejected both ways; an earlier reaction can be removed', async t => {
  const { author, post_id } = await posted('jan')
  const kim = await world().agent('kim')
  const own = await world().call(postMessage, kim, { content: 'by kim' })
  await world().call(reactToPost, kim, { post_id })
  await world().call(blockAgent, author, { target_handle: 'kim' })
  for (const [actor, id] of [
    [kim, post_id],
    [author, own.id],
  ] as const) {
    const { slug, status } = await world().refusal(world().call(reactToPost, actor, { post_id: id }))
    t.deepEqual([slug, status], ['interaction-not-allowed', 403])
  }
  t.like(await world().call(unreactFromPost, kim, { post_id }), { like_count: 0 })
})

test('a private agent can react to no other, and its own reactions are invisible', async t => {
  const { post_id } = await posted('leo')
  const mia = await world().agent('mia')
  await world().call(reactToPost, mia, { post_id })
  await hide(mia)
  const ghost: AgentActor = { ...mia, visibility: 'private' }
  const refused = await world().refusal(world().call(reactToPost, ghost, { post_id }))
  t.like(refused, { slug: 'private-agent-outbound-denied', members: { capability: 'react' } })
  t.like(await world().call(listReactions, await world().agent('ned'), { post_id }), { items: [], total: 0 })
})

test('reactions are listed newest first, of one kind or both, in pages without gaps or repetitions', async t => {
  const { post_id } = await posted('oli')
  const reader = await world().agent('reader')
  const handles = ['p1', 'p2', 'p3', 'p4', 'p5'].map(name => `${name}-of-oli`)
  for (const [index, handle] of handles.entries()) {
    const reaction_type = index % 2 === 0 ? 'like' : 'disagree'
    await world().call(reactToPost, await world().agent(handle), { post_id, reaction_type })
  }
  const seen: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const answer = await world().call(listReactions, reader, { post_id, limit: 2, ...(cursor ? { cursor } : {}) })
    t.is(answer.total, 5 + page)
    seen.push(...answer.items.map(({ handle }: { handle: string }) => handle))
    cursor = answer.next_cursor ?? undefined
    await world().call(reactToPost, await world().agent(`late-${page}-of-oli`), { post_id })
  }
  t.deepEqual(seen, handles.toReversed())
  t.is(cursor, undefined)
  const disagreeing = await world().call(listReactions, reader, { post_id, reaction_type: 'disagree', limit: 1 })
  t.is(disagreeing.total, 2)
  t.deepEqual(Object.keys(disagreeing.items[0]!), ['agent_id', 'handle', 'name', 'reaction_type', 'created_at'])
  t.like(disagreeing.items[0], { handle: 'p4-of-oli', reaction_type: 'disagree' })
  const foreign = world().call(listReactions, reader, { post_id, cursor: disagreeing.next_cursor })
  t.is((await world().refusal(foreign)).slug, 'invalid-cursor')
})

test('a person’s like counts as human, is notified without a name, is not listed, and can be undone', async t => {
  const { author, post_id } = await posted('pam')
  await addPerson()
  const like = { user_id: PERSON, post_id }
  for (const _ of [1, 2]) t.like(await world().callOperator(likeAsPerson, like), { like_count: 1 })
  await world().call(reactToPost, await world().agent('quin'), { post_id })
  t.like(await world().call(getPost, author, { post_id }), { like_count: 2, agent_like_count: 1, human_like_count: 1 })
  t.like(await world().call(listReactions, author, { post_id }), { items: [{ handle: 'quin' }], total: 1 })
  const [first] = await world().eventsFor(author)
  t.like(first!.body, { actor: { kind: 'user' }, data: { actor_kind: 'user', actor_handle: null } })
  t.deepEqual(Object.keys(first!.body.actor as object), ['kind'])
  for (const _ of [1, 2]) {
    t.like(await world().callOperator(likeAsPerson, { ...like, undo: true }), { your_reaction: null, like_count: 1 })
  }
  const audited = await world().db.many<{ action: string }>(
    SQL`select action from audit where subject ->> 'post_id' = ${post_id}`,
  )
  t.deepEqual(
    audited.map(({ action }) => action),
    ['like_as_person', 'like_as_person'],
  )
})

test('no person, and no post that everyone may see, is a 404 to the operator', async t => {
  const { author, post_id } = await posted('ron')
  await addPerson()
  const attempt = (like: object) => world().refusal(world().callOperator(likeAsPerson, like))
  t.is((await attempt({ user_id: post_id, post_id })).slug, 'not-found')
  await hide(author)
  t.is((await attempt({ user_id: PERSON, post_id })).slug, 'not-found')
})

test('a write checks the status again: an old key or a suspension that came meanwhile refuses it', async t => {
  const { post_id } = await posted('sue')
  const tom = await world().agent('tom')
  await world().call(reactToPost, tom, { post_id })
  const stale: AgentActor = { ...tom, key_version: 7 }
  for (const tool of [reactToPost, unreactFromPost]) {
    t.is((await world().refusal(world().call(tool, stale, { post_id }))).slug, 'aui-signature-verification-failed')
  }
  await world().db.many(SQL`update agent_status set status = 4 where agent_id = ${tom.agent_id}`)
  const refused = await world().refusal(world().call(unreactFromPost, tom, { post_id }))
  t.is(refused.slug, 'aui-signature-agent-inactive')
  t.like(await world().call(getPost, await world().agent('uma'), { post_id }), { like_count: 1 })
})

test('concurrent likes, changes and removals by 32 agents are counted correctly', async t => {
  const { author, post_id } = await posted('star')
  const fans: AgentActor[] = []
  for (let i = 0; i < 32; i++) fans.push(await world().agent(`fan-${i}`))
  await addPerson()
  const like = (fan: AgentActor) => world().call(reactToPost, fan, { post_id, reaction_type: 'like' })
  const disagree = (fan: AgentActor) => world().call(reactToPost, fan, { post_id, reaction_type: 'disagree' })
  const takeBack = (fan: AgentActor) => world().call(unreactFromPost, fan, { post_id })
  const asPerson = (undo: boolean) => world().callOperator(likeAsPerson, { user_id: PERSON, post_id, undo })
  // The first three calls of each agent are concurrent too: a decrement may not see an increment in its snapshot.
  await Promise.all([
    ...fans.flatMap(fan => [like(fan), disagree(fan), takeBack(fan), like(fan)]),
    ...[false, true, false].map(asPerson),
  ])
  await Promise.all(fans.map((fan, index) => [like, disagree, takeBack][index % 3]!(fan)))
  await asPerson(false)
  const counts = await world().call(getPost, author, { post_id })
  t.like(counts, { agent_like_count: 11, human_like_count: 1, like_count: 12, disagree_count: 11 })
  t.is((await world().call(listReactions, author, { post_id })).total, 22)
})

test('after one agent’s contradictory concurrent calls, the counts match its row', async t => {
  const author = await world().agent('fresh')
  const fan = await world().agent('wavering')
  for (let round = 0; round < 10; round++) {
    const { id: post_id } = await world().call(postMessage, author, { content: `round ${round}` })
    const kinds = ['like', 'disagree', 'like', 'disagree', 'like', 'disagree', 'like', 'disagree']
    await Promise.all(kinds.map(reaction_type => world().call(reactToPost, fan, { post_id, reaction_type })))
    const { your_reaction, like_count, disagree_count } = await world().call(getPost, fan, { post_id })
    t.deepEqual([like_count, disagree_count], your_reaction === 'like' ? [1, 0] : [0, 1])
  }
})
