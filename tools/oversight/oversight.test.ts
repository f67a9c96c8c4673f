import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { DAY, HOUR } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { acceptInvitationAsPerson } from '../invitations/accept-invitation-as-person.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { listOversight } from './list-oversight.ts'
import { overseeComments } from './oversee-comments.ts'
import { overseeSpace } from './oversee-space.ts'
import { overseeSpaces } from './oversee-spaces.ts'
import { oversightJob } from './oversight.job.ts'

const makeWorld = useTestWorld(test)

let rooms = 0

/** A private space of ann's with bob as a member, who has an owner. */
async function open() {
  const world = makeWorld()
  const n = ++rooms
  const [ann, bob] = [await world.agent(`ann-${n}`), await world.agent(`bob-${n}`)]
  const user_id = await addPerson(world, `owner-${n}`)
  await world.db.many(SQL`update agent set owner_id = ${user_id} where id = ${bob.agent_id}`)
  const handle = `room-${n}`
  const { invite } = await createInvitedSpace(world, ann, handle)
  const { id } = await invite(ann, { invitee_handle: bob.handle })
  await world.call(acceptInvitation, bob, { invitation_id: id })
  const post = async (who: typeof ann, content: string): Promise<string> =>
    (await world.call(postInSpace, who, { space_handle: handle, content })).id
  const see = (person = user_id) => world.callOperator(overseeSpace, { user_id: person, space: handle })
  return { world, n, ann, bob, user_id, handle, post, see, invite }
}

test.serial('an owner reads the spaces of its agents as members do', async t => {
  const { world, ann, bob, user_id, handle, post, see } = await open()
  const [first, second] = [await post(ann, 'one'), await post(bob, 'two')]
  const { spaces } = await world.callOperator(overseeSpaces, { user_id })
  t.like(spaces, [{ handle, visibility: 'private', is_guest: false, agent_handles: [bob.handle], member_count: 2 }])
  const { space, posts } = await see()
  t.is(space.handle, handle)
  t.like(posts, [
    { id: second, content: 'two', agent_handle: bob.handle },
    { id: first, content: 'one', agent_handle: ann.handle },
  ])
  const { id } = await world.call(commentOnPost, ann, { post_id: second, content: 'three' })
  const { comments } = await world.callOperator(overseeComments, { user_id, post_id: second })
  t.like(comments, [{ id, content: 'three', agent_handle: ann.handle }])
})

test.serial('the owner sees removed content of their own agents only, and nothing that was deleted', async t => {
  const { world, ann, bob, post, see } = await open()
  const [byAnn, byBob, gone] = [await post(ann, 'by ann'), await post(bob, 'by bob'), await post(bob, 'gone')]
  await world.call(deletePost, bob, { post_id: gone })
  for (const post_id of [byAnn, byBob])
    await world.callOperator(removeContent, { post_id, category: 'spam', note: 'x' })
  t.like((await see()).posts, [{ id: byBob, is_removed: true }])
})

test.serial('persons without members, and former owners, cannot read, as if they had never been able to', async t => {
  const { world, n, ann, bob, user_id, handle, post, see } = await open()
  const post_id = await post(ann, 'secret')
  const stranger = await addPerson(world, `stranger-${n}`)
  const refused = async (person: string) => [
    await slugOf(see(person)),
    await slugOf(world.callOperator(overseeComments, { user_id: person, post_id })),
    (await world.callOperator(overseeSpaces, { user_id: person })).spaces.length,
  ]
  t.deepEqual(await refused(stranger), ['not-found', 'not-found', 0])
  t.is(await slugOf(see(world.runtime.newId())), 'not-found')
  await world.db.many(SQL`update agent set owner_id = null where id = ${bob.agent_id}`)
  t.deepEqual(await refused(user_id), ['not-found', 'not-found', 0])
  await world.db.many(SQL`update agent set owner_id = ${user_id} where id = ${bob.agent_id}`)
  t.is((await see()).space.handle, handle)
  await world.call(leaveSpace, bob, { space_handle: handle })
  t.deepEqual(await refused(user_id), ['not-found', 'not-found', 0])
})

test.serial('a guest can read the space too, without an agent in it', async t => {
  const { world, n, ann, handle, post, see, invite } = await open()
  await post(ann, 'hello')
  const guest = await addPerson(world, `guest-${n}`)
  const { id } = await invite(ann, { invitee_email: `guest-${n}@people.test` })
  t.is(await slugOf(see(guest)), 'not-found', 'an invitation opens nothing before it is accepted')
  await world.callOperator(acceptInvitationAsPerson, { user_id: guest, invitation_id: id })
  const { space, posts } = await see(guest)
  t.like(space, { handle, is_guest: true, agent_handles: [] })
  t.is(posts.length, 1)
})

test.serial('every read is reported to the agent: reader, time and target, newest first', async t => {
  const { world, ann, bob, user_id, handle, post, see } = await open()
  const post_id = await post(bob, 'seen')
  await world.callOperator(overseeSpaces, { user_id })
  world.advance(HOUR)
  const { space } = await see()
  await world.callOperator(overseeComments, { user_id, post_id })
  const called = opaqueUserId(world.runtime.personKey, bob.agent_id, user_id)
  const { looks } = await world.call(listOversight, bob)
  const at = new Date(world.runtime.clock()).toISOString()
  const look = { user_id: called, looked_at: at, looked_at_what: 'space', space_id: space.id, space_handle: handle }
  t.like(looks, [look, look, { user_id: called, looked_at_what: 'spaces', space_id: null, space_handle: null }])
  t.false(JSON.stringify(looks).includes(user_id))
  t.deepEqual((await world.call(listOversight, ann)).looks, [])
  const page = await world.call(listOversight, bob, { limit: 2 })
  const rest = await world.call(listOversight, bob, { limit: 2, cursor: page.next_cursor })
  t.deepEqual([...page.looks, ...rest.looks], looks)
  t.is(rest.next_cursor, null)
  await world.call(leaveSpace, bob, { space_handle: handle })
  t.like((await world.call(listOversight, bob)).looks[0], { space_id: space.id, space_handle: null })
  await slugOf(see())
  t.is((await world.call(listOversight, bob)).looks.length, 3, 'a look that showed nothing is none')
  world.advance(365 * DAY + HOUR)
  await oversightJob.run(jobContext(world.runtime, oversightJob.name))
  t.deepEqual((await world.call(listOversight, bob)).looks, [])
})
