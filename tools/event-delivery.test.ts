import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../storage/content/agent-deletion.ts'
import { restoreContent, withdrawContent } from '../storage/content/withdrawals.ts'
import { findEventPages, findEventsAfter, findEventsLike, findHiddenEvents } from '../storage/events/visible-events.ts'
import { useAgentsByHandle } from '../testing/fixtures/agents-by-handle.ts'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import { deleteComment } from './comments/delete-comment.ts'
import { reactToComment } from './comments/react-to-comment.ts'
import type { AgentActor } from './core/context.ts'
import { followAgent } from './graph/follow-agent.ts'
import { deletePost } from './posts/delete-post.ts'
import { postInSpace } from './posts/post-in-space.ts'
import { postMessage } from './posts/post-message.ts'
import { resharePost } from './posts/reshare-post.ts'
import { unresharePost } from './posts/unreshare-post.ts'
import { updateProfile } from './profiles/update-profile.ts'
import { createSpace } from './spaces/create-space.ts'
import { leaveSpace } from './spaces/leave-space.ts'
import { removeMember } from './spaces/remove-member.ts'
import { setMemberPermissions } from './spaces/set-member-permissions.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const post = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id

/** The bodies of the reader's events, which must be equal by every way to read them. */
async function readBodies(reader: AgentActor) {
  await world().eventsFor(reader)
  const { db } = world()
  const [recipient, after] = [reader.agent_id, 0]
  const results = [
    await findEventsAfter(db, recipient, after, 100),
    await findEventsLike(db, recipient, after, ['%'], 100),
    await findHiddenEvents(db, recipient, after, { notifiedUpTo: 0, like: [] }, 100),
    ...(await findEventPages.run(db, [
      { recipient, after, limit: 100 },
      { recipient, after, limit: 100 },
    ])),
  ].map(events => JSON.stringify(events))
  if (new Set(results).size !== 1) throw new Error(results.join('\n'))
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  return JSON.parse(results[0]!).map(({ body }: any) => body) as any[]
}

/** The expected body once its text is withdrawn. */
const silent = (body: { data: object }) => ({ ...body, excerpt: '', data: { ...body.data, excerpt: '' } })

test('the text of a post is in events while their reader may see it', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const id = await post(ann, '@bob wait')
  const [body] = await readBodies(bob)
  t.is(body.excerpt, '@bob wait')
  t.is(body.data.excerpt, '@bob wait')
  await withdrawContent(world().db, 'post', id)
  t.deepEqual(await readBodies(bob), [silent(body)])
  await restoreContent(world().db, { post_id: id, comment_id: null })
  t.deepEqual(await readBodies(bob), [body])
  await world().call(deletePost, ann, { post_id: id })
  t.deepEqual(await readBodies(bob), [silent(body)])
})

test('the text of a comment is in all its events while the reader may see it, or its post', async t => {
  const [carl, dora, eve] = [await agent('carl'), await agent('dora'), await agent('eve')]
  const post_id = await post(carl, 'speak')
  const say = async (content: string): Promise<string> =>
    (await world().call(commentOnPost, dora, { post_id, content })).id
  const [one, two] = [await say('one for @eve'), await say('two for @eve')]
  const [toCarl, toEve] = [await readBodies(carl), await readBodies(eve)]
  t.deepEqual(
    [...toCarl, ...toEve].map(({ excerpt }) => excerpt),
    ['one for @eve', 'two for @eve', 'one for @eve', 'two for @eve'],
  )
  await world().call(deleteComment, dora, { post_id, comment_id: one })
  for (const [reader, before] of [
    [carl, toCarl],
    [eve, toEve],
  ] as const) {
    t.deepEqual(await readBodies(reader), [silent(before[0]), before[1]])
  }
  await withdrawContent(world().db, 'comment', two)
  t.deepEqual(await readBodies(carl), toCarl.map(silent))
  await restoreContent(world().db, { post_id, comment_id: two })
  await world().call(deletePost, carl, { post_id })
  for (const [reader, before] of [
    [carl, toCarl],
    [eve, toEve],
  ] as const) {
    t.deepEqual(await readBodies(reader), before.map(silent))
  }
})

test('the text of a reshare disappears when it is undone; reactions have no text', async t => {
  const [finn, gil] = [await agent('finn'), await agent('gil')]
  const post_id = await post(finn, 'reshare me')
  const { id } = await world().call(commentOnPost, finn, { post_id, content: 'mine' })
  await world().call(reactToComment, gil, { post_id, comment_id: id })
  await world().call(resharePost, gil, { post_id, content: 'look' })
  const [reaction, reshare] = await readBodies(finn)
  t.is(reshare.excerpt, 'look')
  t.is(reaction.excerpt, '')
  await world().call(deleteComment, finn, { post_id, comment_id: id })
  await world().call(unresharePost, gil, { post_id })
  t.deepEqual(await readBodies(finn), [reaction, { ...reshare, excerpt: '' }])
})

test('neither the text nor the name of a hidden or deleted author is in events', async t => {
  const reader = await agent('reader')
  const withdrawals: Record<string, (author: AgentActor) => Promise<unknown>> = {
    hidden: ({ handle }) => world().db.script(`update agent set visibility = 'private' where handle = '${handle}'`),
    erased: author => world().db.transaction(tx => deleteAgent(tx, author.agent_id, new Date())),
  }
  for (const [name, take] of Object.entries(withdrawals)) {
    const author = await world().agent(name, { name: `Name of ${name}` })
    const before = await readBodies(reader)
    await post(author, `@reader words of ${name}`)
    await world().call(followAgent, author, { target_handle: 'reader' })
    const count = before.length
    t.deepEqual(
      (await readBodies(reader)).slice(count).map(({ actor, excerpt }) => [actor.name, excerpt]),
      [
        [`Name of ${name}`, `@reader words of ${name}`],
        [`Name of ${name}`, ''],
      ],
    )
    await take(author)
    const after = (await readBodies(reader)).slice(count)
    t.is(after.length, 2)
    t.false(/Name of|words of/.test(JSON.stringify(after)), JSON.stringify(after))
    t.is(after[0].actor.agent_id, author.agent_id)
  }
})

test("events have an agent's current name", async t => {
  const [hal, ida] = [await agent('hal'), await agent('ida')]
  await post(hal, '@ida hello')
  await world().call(followAgent, hal, { target_handle: 'ida' })
  await world().call(updateProfile, hal, { name: 'Hal the Second' })
  const [mention, follow] = await readBodies(ida)
  t.deepEqual([mention.actor.name, mention.data.author_name], ['Hal the Second', 'Hal the Second'])
  t.deepEqual([follow.actor.name, follow.data.from_name], ['Hal the Second', 'Hal the Second'])
  t.is(mention.excerpt, '@ida hello')
})

test('an event in a space that its reader can no longer see has neither space nor names', async t => {
  const [ann, bob, eve] = [await agent('ann'), await agent('tom'), await agent('tia')]
  const named = { space_handle: 'told-room' }
  const { id } = await world().call(createSpace, ann, { handle: 'told-room', name: 'Room', visibility: 'private' })
  for (const who of [bob, eve]) {
    await world().db.many(SQL`
      insert into space_member (space_id, agent_id, id, role, joined_at)
      values (${id}, ${who.agent_id}, gen_random_uuid(), 'member', now())`)
  }
  const told_of = async (who: AgentActor) => (await readBodies(who)).filter(({ subject }) => subject.space_id === id)
  await world().call(setMemberPermissions, ann, { ...named, member_id: bob.agent_id, can_moderate: true })
  await world().call(postInSpace, ann, { ...named, content: 'psst, @tom' })
  await world().call(leaveSpace, eve, named)
  const [set, mentioned, left] = await told_of(bob)
  t.like(left, {
    actor: { handle: 'tia' },
    data: { agent_id: eve.agent_id, agent_handle: 'tia', space_handle: 'told-room' },
  })
  await world().call(leaveSpace, bob, named)
  t.deepEqual(await told_of(bob), [
    { ...set, data: { ...set.data, space_handle: '' } },
    silent(mentioned),
    {
      ...left,
      actor: { kind: 'platform' },
      data: { space_id: id, space_handle: '', agent_id: null, agent_handle: '' },
    },
  ])
})

test('a removed member is notified of the removal, and of nothing else in a private space', async t => {
  const [ann, bob] = [await agent('una'), await agent('vic')]
  const { id } = await world().call(createSpace, ann, { handle: 'left-room', name: 'Room', visibility: 'private' })
  await world().db.many(SQL`
    insert into space_member (space_id, agent_id, id, role, joined_at)
    values (${id}, ${bob.agent_id}, gen_random_uuid(), 'member', now())`)
  await world().call(removeMember, ann, { space_handle: 'left-room', member_id: bob.agent_id })
  const [body] = (await readBodies(bob)).filter(({ subject }) => subject.space_id === id)
  t.deepEqual(body.data, { space_id: id, space_handle: '', agent_id: bob.agent_id, agent_handle: 'vic' })
})
