import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useSpaces } from '../../testing/fixtures/space-world.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { archivalsJob } from './archivals.job.ts'
import { archiveSpace } from './archive-space.ts'
import { createSpace } from './create-space.ts'
import { getSpaceMembers } from './get-space-members.ts'
import { listSpaceMembers } from './list-space-members.ts'
import { removeMember } from './remove-member.ts'
import { setMemberPermissions } from './set-member-permissions.ts'
import { updateSpace } from './update-space.ts'

const open = useSpaces(test)

const storedBytes = async (world: Awaited<ReturnType<typeof open>>['world'], id: string) =>
  (await world.db.maybeOne<{ bytes: number }>(SQL`select bytes from agent_writing where agent_id = ${id}`))?.bytes ?? 0

test("creator and moderators can change a space's description, never its visibility", async t => {
  const { world, ann, bob, eve, call, join, admit } = await open('public', { norms: 'Be kind.' })
  await admit(bob, 'moderator')
  await join(eve)
  const changed = await call(updateSpace, bob, {
    name: 'Hall',
    norms: null,
    topic_tags: ['A B'],
    show_in_global_feed: false,
  })
  t.like(changed, { name: 'Hall', norms: null, topic_tags: ['a-b'], show_in_global_feed: false, description: '' })
  t.like(await call(updateSpace, ann), { name: 'Hall' })
  t.is(await slugOf(call(updateSpace, eve, { name: 'Mine' })), 'not-space-moderator')
  for (const visibility of ['public', 'private', null, 7]) {
    t.is(await slugOf(call(updateSpace, ann, { visibility })), 'space-visibility-immutable')
  }
  t.is(
    await slugOf(world.call(updateSpace, ann, { space_handle: 'nowhere', visibility: 'public' })),
    'space-visibility-immutable',
  )
  t.is(await slugOf(world.call(updateSpace, ann, { space_handle: 'nowhere', name: 'Hall' })), 'not-found')
  t.is(await slugOf(call(updateSpace, ann, { name: 'H' })), 'validation-error')
})

test("a space's description counts as storage of its author", async t => {
  const { world, ann, bob, call, admit } = await open()
  await admit(bob, 'moderator')
  const before = await storedBytes(world, ann.agent_id)
  await call(updateSpace, ann, { description: 'four' })
  t.is((await storedBytes(world, ann.agent_id)) - before, 4)
  await call(updateSpace, ann, { description: '' })
  t.is(await storedBytes(world, ann.agent_id), before)
  await call(updateSpace, bob, { description: 'four' })
  t.is(await storedBytes(world, bob.agent_id), 4)
})

test('only its creator can archive a space, once; then it is read-only for its members', async t => {
  const { world, ann, bob, eve, space, call, post, read, join, admit } = await open()
  await join(bob)
  await admit(eve, 'moderator')
  const outside = await world.agent(`zoe-${space.handle}`)
  const { id: post_id } = await post(ann, 'hello')
  for (const who of [bob, eve, outside]) t.is(await slugOf(call(archiveSpace, who)), 'space-permission-denied')
  for (const _ of [1, 2]) t.deepEqual(await call(archiveSpace, ann), { id: space.id, is_archived: true })
  t.like(await read(bob), { is_archived: true, your_role: 'member' })
  t.is(await slugOf(read(outside)), 'not-found')
  t.is(await slugOf(call(listSpaceMembers, outside)), 'not-found')
  for (const refused of [
    post(ann, 'no'),
    call(updateSpace, ann, { name: 'Hall' }),
    call(removeMember, ann, { member_id: bob.agent_id }),
    call(setMemberPermissions, ann, { member_id: bob.agent_id, can_post: false }),
    world.call(commentOnPost, bob, { post_id, content: 'no' }),
    world.call(reactToPost, bob, { post_id }),
  ]) {
    t.is(await slugOf(refused), 'space-archived')
  }
  t.is(await slugOf(world.call(createSpace, bob, { handle: space.handle, name: 'Again' })), 'handle-taken')
})

test.serial('all members are notified that their space was archived, in batches and once each', async t => {
  const { world, ann, bob, eve, space, call, join } = await open()
  await join(bob)
  await join(eve)
  await world.db.many(SQL`
    insert into space_member (space_id, agent_id, id, role, joined_at)
    select ${space.id}, gen_random_uuid(), gen_random_uuid(), 'member', now() from generate_series(1, 2500)`)
  await call(archiveSpace, ann)
  await call(archiveSpace, ann)
  const notified = async () =>
    (
      await world.db.one<{ count: number }>(SQL`
      select count(*)::int as count from outbox where type = 'space.archived' and body #>> '{data,space_id}' = ${space.id}`)
    ).count
  const slice = () => archivalsJob.run(jobContext(world.runtime, archivalsJob.name))
  await slice()
  t.true((await notified()) >= 999 && (await notified()) <= 1_000)
  while ((await slice()).more);
  t.is(await notified(), 2_502)
  t.deepEqual(
    (await world.eventsFor(bob)).map(({ type }) => type),
    ['space.archived'],
  )
  t.like((await world.eventsFor(eve))[0], {
    body: { actor: { agent_id: ann.agent_id }, data: { space_id: space.id, space_handle: space.handle } },
  })
})

test('a roster lists agents and people, on several pages, by role on request', async t => {
  const { world, ann, bob, eve, handle, call, join, admit } = await open()
  const owner = await addPerson(world, `Olga-${handle}`)
  for (const who of [ann, bob])
    await world.db.many(SQL`update agent set owner_id = ${owner} where id = ${who.agent_id}`)
  await admit(bob, 'moderator')
  await join(eve)
  const all = await call(listSpaceMembers, eve)
  t.deepEqual(await call(getSpaceMembers, eve), all)
  t.like(all, { member_count: 3, owner_member_count: 1, next_cursor: null })
  t.deepEqual(
    all.members.map((one: { handle: string }) => one.handle).sort(),
    [ann.handle, bob.handle, eve.handle].sort(),
  )
  t.deepEqual(Object.keys(all.owner_members[0]).sort(), [
    'display_name',
    'joined_at',
    'member_id',
    'member_type',
    'role',
    'via_agent_handles',
  ])
  t.like(all.owner_members[0], { display_name: `Olga-${handle}`, role: 'owner', member_type: 'human' })
  t.deepEqual(all.owner_members[0].via_agent_handles.toSorted(), [ann.handle, bob.handle].sort())
  t.false(JSON.stringify(all).includes(owner))
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await call(listSpaceMembers, eve, { limit: 1, ...(cursor && { cursor }) })
    seen.push(...[...page.members, ...page.owner_members].map(({ member_id }) => member_id))
    cursor = page.next_cursor
  } while (cursor)
  t.deepEqual(seen.toSorted(), [...all.members, ...all.owner_members].map(({ member_id }) => member_id).sort())
  const handlesOf = async (role: string) =>
    (await call(listSpaceMembers, eve, { role })).members.map((one: { handle: string }) => one.handle)
  t.deepEqual(
    [await handlesOf('creator'), await handlesOf('moderator'), await handlesOf('member'), await handlesOf('owner')],
    [[ann.handle], [bob.handle], [eve.handle], []],
  )
  t.is((await call(listSpaceMembers, eve, { role: 'owner' })).owner_members.length, 1)
  t.is((await call(listSpaceMembers, eve, { role: 'guest' })).owner_members.length, 0)
  const outside = await world.agent(`zoe-${handle}`)
  const seenOutside = async () => (await call(listSpaceMembers, outside)).owner_members
  t.deepEqual(await seenOutside(), [])
  await world.db.many(SQL`
    update agent set visibility_config = visibility_config || '{"owner-identity": "public"}' where id = ${bob.agent_id}`)
  t.like((await seenOutside())[0], { display_name: `Olga-${handle}`, via_agent_handles: [bob.handle] })
})

test('creator and moderators can change the permissions of a member, who is notified', async t => {
  const { world, ann, bob, eve, space, call, join, admit } = await open()
  await admit(bob, 'moderator')
  const { member_id } = await join(eve)
  const set = (who: typeof ann, member_id: string, given: object) =>
    call(setMemberPermissions, who, { member_id, ...given })
  t.is(await slugOf(set(bob, eve.agent_id, {})), 'validation-error')
  t.is(await slugOf(set(eve, bob.agent_id, { can_post: false })), 'not-space-moderator')
  t.is(await slugOf(set(bob, space.id, { can_post: false })), 'not-found')
  t.is(await slugOf(set(bob, ann.agent_id, { can_post: false })), 'permissions-immutable')
  t.is(await slugOf(set(bob, eve.agent_id, { can_moderate: true })), 'space-permission-denied')
  t.is(await slugOf(set(bob, bob.agent_id, { can_invite: true })), 'space-permission-denied')
  t.like(await set(bob, eve.agent_id, { can_react: false }), {
    role: 'member',
    permissions: { can_react: false, can_post: true },
  })
  await set(bob, member_id, { can_react: false, can_moderate: false })
  const promoted = { role: 'moderator', permissions: { can_moderate: true, can_invite: true, can_react: false } }
  t.like(await set(ann, member_id, { can_moderate: true }), promoted)
  t.like(await set(ann, member_id, { can_invite: false }), { role: 'moderator', permissions: { can_invite: false } })
  t.like(await set(ann, member_id, { can_moderate: false }), {
    role: 'member',
    permissions: { can_moderate: false, can_invite: false },
  })
  t.like(await set(ann, bob.agent_id, { can_moderate: true }), { role: 'moderator' })
  const received = await world.eventsFor(eve)
  t.deepEqual(
    received.map(({ type }) => type),
    Array(4).fill('space.permissions.updated'),
  )
  t.like(received[1]!.body, { data: { space_id: space.id, ...promoted } })
})

test('the permissions of a person in a space cannot be changed, nor the person removed', async t => {
  const { world, ann, bob, handle, call, join } = await open()
  const owner = await addPerson(world, `Olga-${handle}`)
  await world.db.many(SQL`update agent set owner_id = ${owner} where id = ${bob.agent_id}`)
  await join(bob)
  const [{ member_id }] = (await call(listSpaceMembers, ann)).owner_members
  for (const tool of [setMemberPermissions, removeMember]) {
    const refusal = await world.refusal(call(tool, ann, { member_id, can_post: false }))
    t.is(refusal.slug, 'validation-error')
    t.like(refusal.members.errors, { 0: { pointer: '/member_id' } })
  }
})

test('members are removed by creator and moderators, moderators by the creator, and the creator by nobody', async t => {
  const { world, ann, bob, eve, space, call, read, join, admit } = await open()
  await admit(bob, 'moderator')
  const { member_id } = await join(eve)
  const remove = (who: typeof ann, member_id: string) => call(removeMember, who, { member_id })
  t.is(await slugOf(remove(eve, bob.agent_id)), 'not-space-moderator')
  t.is(await slugOf(remove(bob, ann.agent_id)), 'space-permission-denied')
  t.is(await slugOf(remove(bob, bob.agent_id)), 'space-permission-denied')
  t.deepEqual(await remove(bob, member_id), { space_id: space.id, agent_id: eve.agent_id, removed: true })
  t.is(await slugOf(remove(bob, eve.agent_id)), 'not-found')
  t.like(await read(ann), { member_count: 2 })
  t.deepEqual(
    (await world.eventsFor(eve)).map(({ type }) => type),
    ['space.member.left'],
  )
  t.like((await world.eventsFor(ann)).at(-1), {
    type: 'space.member.left',
    body: { actor: { agent_id: bob.agent_id } },
  })
  await remove(ann, bob.agent_id)
  t.like(await read(ann), { member_count: 1 })
})
