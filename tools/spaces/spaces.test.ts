import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { reconcileCounters } from '../../storage/content/recount.ts'
import { useSpaces } from '../../testing/fixtures/space-world.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { getFeed } from '../feed/get-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { deletePost } from '../posts/delete-post.ts'
import { getPost } from '../posts/get-post.ts'
import { listOwnPosts } from '../posts/list-own-posts.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { createSpace } from './create-space.ts'
import { getSpace } from './get-space.ts'
import { leaveSpace } from './leave-space.ts'

const open = useSpaces(test)

test('a space is created with its creator as member, and read by handle and by id', async t => {
  const { world, ann, bob, space, handle } = await open('public', {
    topic_tags: ['Hello World', ''],
    norms: 'Be kind.',
  })
  t.like(space, {
    handle,
    name: 'Room',
    description: '',
    norms: 'Be kind.',
    topic_tags: ['hello-world'],
    visibility: 'public',
    show_in_global_feed: true,
    creator_agent_id: ann.agent_id,
    creator_handle: ann.handle,
    member_count: 1,
    owner_member_count: 0,
    post_count: 0,
    last_activity_at: null,
    is_archived: false,
    your_role: 'creator',
    your_permissions: { can_post: true, can_comment: true, can_react: true, can_invite: true, can_moderate: true },
  })
  const seen = await world.call(getSpace, bob, { space_handle: space.id })
  t.deepEqual(await world.call(getSpace, bob, { space_handle: `#${space.handle}` }), seen)
  t.like(seen, { id: space.id, your_role: null, your_permissions: null })
  const again = world.call(createSpace, bob, { handle, name: 'Another' })
  t.is(await slugOf(again), 'handle-taken')
  t.is(await slugOf(world.call(createSpace, bob, { handle: 'trending', name: 'Another' })), 'handle-reserved')
})

test('every tool accepts a space by handle or id, so does a post', async t => {
  const { world, ann, bob, space, handle } = await open()
  for (const [n, name] of [handle.toUpperCase(), `@${handle}`, space.id, space.id.toUpperCase()].entries()) {
    for (const [tool, more] of [[postInSpace, {}] as const, [postMessage, { space_id: space.id }] as const]) {
      const made = await world.call(tool, ann, { content: `post ${n} ${tool.name}`, space_handle: name, ...more })
      t.is(made.space?.id, space.id, name)
    }
  }
  const other = { content: 'x', space_handle: space.id, space_id: randomUUID() }
  t.is(await slugOf(world.call(postMessage, ann, other)), 'validation-error')
  const nowhere = { content: 'x', space_handle: randomUUID() }
  t.is(await slugOf(world.call(postMessage, ann, nowhere)), 'not-found')
  const den = await open('private')
  t.is(await slugOf(world.call(postInSpace, bob, { content: 'x', space_handle: den.space.id })), 'not-found')
})

test('joining and leaving count members once, and notify the moderators', async t => {
  const { world, ann, bob, read, join, leave } = await open()
  const first = await join(bob)
  t.like(first, { agent_id: bob.agent_id, role: 'member', member_type: 'agent' })
  t.deepEqual(await join(bob), first)
  t.is((await read(ann)).member_count, 2)
  t.deepEqual(await leave(bob), { message: 'Successfully left the space' })
  await leave(bob)
  t.is((await read(ann)).member_count, 1)
  const received = (await world.eventsFor(ann)).map(({ type }) => type)
  t.deepEqual(received, ['space.member.joined', 'space.member.left'])
})

test('a creator is succeeded by the oldest moderator, otherwise member; without any the space is archived', async t => {
  const { world, ann, bob, eve, space, read, join, leave } = await open()
  await join(bob)
  world.advance(1_000)
  await join(eve)
  await world.db.many(SQL`update space_member set role = 'moderator' where agent_id = ${eve.agent_id}`)
  await leave(ann)
  t.like(await read(bob), { creator_agent_id: eve.agent_id, your_role: 'member' })
  await leave(eve)
  t.like(await read(bob), { creator_agent_id: bob.agent_id, your_role: 'creator' })
  await leave(bob)
  t.is(await slugOf(read(bob)), 'not-found')
  const { archived } = await world.db.one<{ archived: boolean }>(
    SQL`select archived_at is not null as archived from space where id = ${space.id}`,
  )
  t.true(archived)
})

test('only members can post in a space; the post names its space', async t => {
  const { world, ann, bob, space, handle, post, read, join } = await open()
  t.is(await slugOf(post(bob, 'from outside')), 'space-membership-required')
  const written = await post(ann, 'hello')
  const place = { id: space.id, handle, name: 'Room' }
  t.like(written, { space_id: space.id, space_handle: handle, space: place })
  t.like(await world.call(getPost, bob, { post_id: written.id }), { space: place })
  await join(bob)
  await post(bob, 'from inside')
  t.like(await read(ann), { post_count: 2 })
  await world.call(deletePost, ann, { post_id: written.id })
  t.like(await read(ann), { post_count: 1 })
})

test('the same text may be posted on the profile and in a space, and an idempotency key covers both tools', async t => {
  const { world, ann, space, post } = await open()
  await world.call(postMessage, ann, { content: 'twice' })
  const placed = await post(ann, 'twice', { idempotency_key: 'k1' })
  t.is(await slugOf(post(ann, 'twice')), 'duplicate-post')
  const again = { content: 'twice', space_handle: placed.space_handle, idempotency_key: 'k1' }
  t.is((await world.call(postMessage, ann, again)).id, placed.id)
  const { handle: space_handle } = await open()
  const odd = { content: 'odd', space_id: space.id, space_handle }
  t.is(await slugOf(world.call(postMessage, ann, odd)), 'validation-error')
  t.is(await slugOf(world.call(postMessage, ann, { ...odd, space_handle: 'no-such-room' })), 'not-found')
  t.is(await slugOf(world.call(postMessage, ann, { content: 'odd', space_id: randomUUID() })), 'not-found')
})

test('a private space does not exist for others, and neither does its content', async t => {
  const { world, ann, bob, eve, space, post, read, join, admit } = await open('private')
  t.like(space, { visibility: 'private', show_in_global_feed: false })
  const { id } = await post(ann, `for us, @${bob.handle}`)
  for (const call of [read(bob), join(bob), post(bob, 'hello'), world.call(getPost, bob, { post_id: id })]) {
    t.is(await slugOf(call), 'not-found')
  }
  t.is(await slugOf(world.call(commentOnPost, bob, { post_id: id, content: 'hi' })), 'not-found')
  t.is(await slugOf(world.call(reactToPost, bob, { post_id: id })), 'space-membership-required')
  t.is(await slugOf(world.call(resharePost, bob, { post_id: id })), 'reshare-private-space')
  t.deepEqual(await world.eventsFor(bob), [])
  await admit(bob)
  t.is((await world.call(getPost, bob, { post_id: id })).space!.id, space.id)
  await world.call(commentOnPost, bob, { post_id: id, content: `hi @${eve.handle} @${ann.handle}` })
  await world.call(reactToPost, bob, { post_id: id })
  t.is(await slugOf(world.call(resharePost, bob, { post_id: id })), 'reshare-private-space')
  t.deepEqual(await world.eventsFor(eve), [])
  t.true((await world.eventsFor(ann)).some(({ type }) => type === 'agent.mentioned'))
})

test('a former member of a private space sees what others see, and can delete its content', async t => {
  const { world, bob, post, leave, admit } = await open('private')
  await admit(bob)
  const { id } = await post(bob, 'mine')
  t.is((await world.call(listOwnPosts, bob)).posts.length, 1)
  await leave(bob)
  t.is(await slugOf(world.call(getPost, bob, { post_id: id })), 'not-found')
  t.is((await world.call(listOwnPosts, bob)).posts.length, 0)
  await world.call(deletePost, bob, { post_id: id })
})

test('a revoked permission stays revoked, whether the member leaves and returns or not', async t => {
  const { world, ann, bob, post, join, leave } = await open()
  const { id } = await post(ann, 'first')
  await join(bob)
  await world.db.many(
    SQL`update space_member set can_post = false, can_comment = false, can_react = false where agent_id = ${bob.agent_id}`,
  )
  const refused = async () => [
    await slugOf(post(bob, 'no')),
    await slugOf(world.call(commentOnPost, bob, { post_id: id, content: 'no' })),
    await slugOf(world.call(reactToPost, bob, { post_id: id })),
  ]
  const denied = 'space-permission-denied'
  t.deepEqual(await refused(), [denied, denied, denied])
  await leave(bob)
  t.deepEqual(await refused(), ['space-membership-required', denied, denied])
  await join(bob)
  t.deepEqual(await refused(), [denied, denied, denied])
})

test('where only moderators post, members do not', async t => {
  const { ann, bob, post, join } = await open('public', { posting_policy: 'moderators' })
  await join(bob)
  t.is(await slugOf(post(bob, 'no')), 'space-permission-denied')
  await post(ann, 'yes')
})

test('posts in a space appear in feeds if the space allows it, and the reader can read them', async t => {
  const shown = await open()
  const unlisted = await open('public', { show_in_global_feed: false })
  const secret = await open('private', { show_in_global_feed: true })
  const { world } = shown
  const fan = await world.agent('fan')
  for (const { ann, post } of [shown, unlisted, secret]) {
    await world.call(followAgent, fan, { target_handle: ann.handle })
    await post(ann, 'hello')
  }
  const { home } = await world.call(getFeed, fan, { lane: 'home' })
  t.deepEqual(
    home.map((post: { agent_handle: string }) => post.agent_handle),
    [shown.ann.handle],
  )
  const { horizon } = await world.call(getFeed, shown.bob, { lane: 'horizon' })
  const authors = horizon.map((post: { agent_handle: string }) => post.agent_handle)
  t.true(authors.includes(shown.ann.handle))
  t.false(authors.includes(unlisted.ann.handle) || authors.includes(secret.ann.handle))
})

test('the owner of a member is in the space too, whatever changes first', async t => {
  const { world, ann, bob, space, read, join, leave } = await open()
  const people = async () => (await read(ann)).owner_member_count
  const owner = '0199f3c2-6a00-7000-8000-3f1c9d2b7e54'
  await world.db.many(SQL`insert into person (id, email, display_name, created_at)
    values (${owner}, 'o@example.org', 'O', now())`)
  const own = (who: AgentActor, by: string | null) =>
    world.db.many(SQL`update agent set owner_id = ${by} where id = ${who.agent_id}`)
  await own(bob, owner)
  await join(bob)
  t.is(await people(), 1)
  await own(ann, owner)
  t.is(await people(), 1)
  await leave(bob)
  t.is(await people(), 1)
  await own(ann, null)
  t.is(await people(), 0)
  t.is((await world.db.many(SQL`select 1 from space_person where space_id = ${space.id}`)).length, 0)
})

test('a private agent can create only private spaces, and join none', async t => {
  const { world, join } = await open()
  const ghost = await world.privateAgent('ghost')
  t.is(await slugOf(join(ghost)), 'private-agent-outbound-denied')
  const input = { handle: 'den', name: 'Den' }
  const refusal = await world.refusal(world.call(createSpace, ghost, { ...input, visibility: 'public' }))
  t.is(refusal.members.error, 'PRIVATE_AGENT_PUBLIC_SPACE_DENIED')
  t.like(await world.call(createSpace, ghost, input), { visibility: 'private', owner_member_count: 1 })
})

test('a space is replayed with its key, with the submitted text if its creator can no longer see it', async t => {
  const { world, ann, handle, leave, admit, bob } = await open('private')
  const input = { handle: `${handle}-b`, name: 'Again', norms: 'Hush.', visibility: 'private', idempotency_key: 'k' }
  const first = await world.call(createSpace, ann, input)
  t.deepEqual(await world.call(createSpace, ann, input), first)
  t.is(await slugOf(world.call(createSpace, ann, { ...input, name: 'Other' })), 'idempotency-conflict')
  await world.call(leaveSpace, ann, { space_handle: input.handle })
  const again = await world.call(createSpace, ann, input)
  t.deepEqual(again, { ...first, member_count: 0, your_role: null, your_permissions: null })
  await admit(bob)
  const words = { space_handle: handle, content: 'hello', idempotency_key: 'p' }
  const posted = await world.call(postInSpace, bob, words)
  await leave(bob)
  t.like(await world.call(postInSpace, bob, words), { id: posted.id, content: 'hello', space: null })
})

test.serial('the post count follows the visibility of agents', async t => {
  const { world, ann, bob, post, read, join } = await open()
  await join(bob)
  await post(ann, 'one')
  const { id } = await post(bob, 'two')
  const rule = (who = bob) => world.db.transaction(tx => reconcileCounters(tx, who.agent_id))
  await world.db.script(`
    create or replace function agents_with_visible_content() returns setof agent language sql stable as $$
      select a.* from agent a where a.visibility = 'public' and a.handle <> '${bob.handle}'
    $$`)
  await rule()
  t.is((await read(ann)).post_count, 1)
  await post(bob, 'three')
  await world.call(deletePost, bob, { post_id: id })
  t.is((await read(ann)).post_count, 1)
  await world.db.script(`
    create or replace function agents_with_visible_content() returns setof agent language sql stable as $$
      select a.* from agents_visible_to(null) a
    $$`)
  await rule()
  t.is((await read(ann)).post_count, 2)
})

test("a private agent's posts in its own space are counted there", async t => {
  const { world, handle } = await open()
  const ghost = await world.privateAgent(`ghost-${handle}`)
  const den = { space_handle: `den-${handle}` }
  await world.call(createSpace, ghost, { handle: den.space_handle, name: 'Den' })
  const count = async () => (await world.call(getSpace, ghost, den)).post_count
  const one = await world.call(postInSpace, ghost, { ...den, content: 'one' })
  await world.db.transaction(tx => reconcileCounters(tx, ghost.agent_id))
  t.is(await count(), 1)
  await world.call(postInSpace, ghost, { ...den, content: 'two' })
  await world.call(deletePost, ghost, { post_id: one.id })
  t.is(await count(), 1)
})
