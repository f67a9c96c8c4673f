import test from 'ava'
import { SQL } from 'sql-template-strings'
import { revokeInvitations } from '../../storage/invitations/invitation-rows.ts'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { HOUR, MINUTE } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { getSpace } from '../spaces/get-space.ts'
import { joinSpace } from '../spaces/join-space.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { acceptInvitationAsPerson } from './accept-invitation-as-person.ts'
import { declineInvitation } from './decline-invitation.ts'
import { declineInvitationAsPerson } from './decline-invitation-as-person.ts'
import { invitationsJobs } from './invitations.job.ts'
import { leaveSpaceAsPerson } from './leave-space-as-person.ts'
import { listInvitations } from './list-invitations.ts'
import { listInvitationsOfPerson } from './list-invitations-of-person.ts'
import { respondToInvitation } from './respond-to-invitation.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

const makeWorld = useTestWorld(test)

let rooms = 0

async function open(more: object = {}) {
  const world = makeWorld()
  const n = ++rooms
  const [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map(name => world.agent(`${name}-${n}`)))
  const handle = `room-${n}`
  const invited = await createInvitedSpace(world, ann!, handle, more)
  const answer = (tool: Tool, who: AgentActor, invitation_id: string, extra: object = {}) =>
    world.call(tool, who, { invitation_id, ...extra })
  const inviteBob = async (): Promise<string> => (await invited.invite(ann!, { invitee_handle: bob!.handle })).id
  const read = (who: AgentActor) => world.call(getSpace, who, { space_handle: handle })
  return { world, n, handle, ann: ann!, bob: bob!, eve: eve!, answer, inviteBob, read, ...invited }
}

const statusOf = async (call: Promise<unknown>) => {
  const { slug, members } = await makeWorld().refusal(call)
  return [slug, members.invitation_status]
}

test.serial('an agent that accepts is a member, and its role is in the response', async t => {
  const { world, ann, bob, space, answer, inviteBob, read } = await open()
  const id = await inviteBob()
  t.is(await slugOf(read(bob)), 'not-found')
  const { membership, ...accepted } = await answer(acceptInvitation, bob, id)
  t.like(accepted, { id, space_id: space.id, status: 'accepted', responded_at: '2026-11-21T12:00:00.000Z' })
  t.like(membership, { member_type: 'agent', agent_id: bob.agent_id, role: 'member' })
  t.like(await read(bob), { your_role: 'member', member_count: 2 })
  t.deepEqual(
    (await world.eventsFor(ann)).map(({ type }) => type),
    ['space.member.joined'],
  )
  t.deepEqual(await statusOf(answer(acceptInvitation, bob, id)), ['invitation-not-pending', 'accepted'])
  t.deepEqual(await statusOf(answer(declineInvitation, bob, id)), ['invitation-not-pending', 'accepted'])
})

test.serial('an agent that declines is not a member, and may be invited again', async t => {
  const { ann, bob, answer, inviteBob, invite, read } = await open()
  const id = await inviteBob()
  const declined = await answer(declineInvitation, bob, id)
  t.like(declined, { id, status: 'declined' })
  t.false('membership' in declined)
  t.deepEqual(await statusOf(answer(acceptInvitation, bob, id)), ['invitation-not-pending', 'declined'])
  t.is(await slugOf(read(bob)), 'not-found')
  const again = await invite(ann, { invitee_handle: bob.handle })
  t.not(again.id, id)
})

test.serial('on MCP the answer is action or accept, which must not contradict each other', async t => {
  const { bob, answer, inviteBob } = await open()
  for (const [extra, status] of [
    [{ action: 'decline' }, 'declined'],
    [{ accept: false }, 'declined'],
    [{ accept: true, action: 'accept' }, 'accepted'],
  ] as const) {
    const id = await inviteBob()
    t.is(await slugOf(answer(respondToInvitation, bob, id)), 'validation-error')
    t.is(await slugOf(answer(respondToInvitation, bob, id, { action: 'accept', accept: false })), 'validation-error')
    t.is((await answer(respondToInvitation, bob, id, extra)).status, status)
  }
})

test.serial('an invitation of another, a missing one and one of a person are not found', async t => {
  const { world, ann, bob, eve, space, answer, inviteBob, invite, n } = await open()
  await addPerson(world, `reader-${n}`)
  const ofPerson = await invite(ann, { invitee_email: `reader-${n}@people.test` })
  for (const id of [await inviteBob(), space.id, ofPerson.id]) {
    for (const tool of [acceptInvitation, declineInvitation]) t.is(await slugOf(answer(tool, eve, id)), 'not-found')
    for (const stranger of [eve, bob]) t.is(await slugOf(answer(withdrawInvitation, stranger, id)), 'not-found')
  }
})

test.serial('a private agent cannot accept, and may decline', async t => {
  const { world, answer, inviteBob, bob } = await open()
  const id = await inviteBob()
  await world.db.many(SQL`update agent set visibility = 'private' where id = ${bob.agent_id}`)
  const ghost = { ...bob, visibility: 'private' as const }
  const refusal = await world.refusal(answer(acceptInvitation, ghost, id))
  t.deepEqual([refusal.slug, refusal.members.capability], ['private-agent-outbound-denied', 'invitation_accept'])
  t.like(await answer(declineInvitation, ghost, id), { status: 'declined' })
})

test.serial('an invitation is open up to the last millisecond of its 72 hours', async t => {
  for (const tool of [acceptInvitation, declineInvitation]) {
    const { world, bob, eve, ann, invite, answer, inviteBob } = await open()
    const [ofBob, ofEve] = [await inviteBob(), (await invite(ann, { invitee_handle: eve.handle })).id]
    world.advance(72 * HOUR - 1)
    await answer(tool, bob, ofBob)
    t.is((await world.call(listInvitations, eve)).invitations.length, 1)
    world.advance(1)
    t.deepEqual(await statusOf(answer(tool, eve, ofEve)), ['invitation-not-pending', 'expired'])
    t.deepEqual(await statusOf(answer(withdrawInvitation, ann, ofEve)), ['invitation-not-pending', 'expired'])
    t.is((await world.call(listInvitations, eve)).invitations.length, 0)
    t.is((await world.call(listInvitations, eve, { status: 'expired' })).invitations.length, 1)
    t.deepEqual((await world.call(heartbeat, eve)).invitations, [])
    const again = await invite(ann, { invitee_handle: eve.handle })
    t.not(again.id, ofEve, 'another may follow before any job ran')
  }
})

test.serial('the job ends expired invitations, and deletes those that ended 30 days ago', async t => {
  const { world, bob, inviteBob } = await open()
  const id = await inviteBob()
  world.advance(72 * HOUR)
  const run = async () => {
    for (const job of invitationsJobs) await job.run(jobContext(world.runtime, job.name))
    return [...(await world.db.many(SQL`select status from space_invitation where id = ${id}`))]
  }
  t.deepEqual(await run(), [{ status: 'expired' }])
  const [, received] = await world.eventsFor(bob)
  t.like(received?.body.data, { status: 'expired', space_handle: '', space_name: '' })
  world.advance(30 * 24 * HOUR)
  t.deepEqual(await run(), [{ status: 'expired' }])
  world.advance(MINUTE)
  t.deepEqual(await run(), [])
})

test.serial('a withdrawn invitation is revoked, and its text disappears from events', async t => {
  const { world, ann, bob, answer, inviteBob, handle } = await open()
  const id = await inviteBob()
  const eventsOf = async () => (await world.call(heartbeat, bob)).events.at(-1)!.data
  t.like(await eventsOf(), { status: 'pending', space_handle: handle, space_name: `Name of ${handle}` })
  t.like(await answer(withdrawInvitation, ann, id), { id, status: 'revoked', invitee_id: bob.agent_id })
  t.like(await eventsOf(), { status: 'revoked', space_handle: '', space_name: '' })
  t.deepEqual(await statusOf(answer(acceptInvitation, bob, id)), ['invitation-not-pending', 'revoked'])
  t.deepEqual(await statusOf(answer(withdrawInvitation, ann, id)), ['invitation-not-pending', 'revoked'])
  const { invitations } = await world.call(listInvitations, bob, { status: 'revoked' })
  t.like(invitations[0], { id, space_handle: null, space_name: null })
})

test.serial('members without the permission cannot withdraw', async t => {
  const { ann, bob, eve, answer, inviteBob, invite } = await open()
  await answer(acceptInvitation, bob, await inviteBob())
  const { id } = await invite(ann, { invitee_handle: eve.handle })
  t.is(await slugOf(answer(withdrawInvitation, bob, id)), 'not-space-moderator')
})

test.serial('archiving revokes pending invitations, also before the job updates their rows', async t => {
  const { world, ann, bob, answer, archive, inviteBob, space } = await open({ visibility: 'public' })
  const id = await inviteBob()
  await archive()
  t.deepEqual((await world.call(heartbeat, bob)).invitations, [])
  t.like((await world.eventsFor(bob)).at(-1)?.body.data, { status: 'revoked', space_name: '' })
  for (const tool of [acceptInvitation, declineInvitation]) {
    t.deepEqual(await statusOf(answer(tool, bob, id)), ['invitation-not-pending', 'revoked'])
  }
  await revokeInvitations(world.db, space.id, new Date(world.runtime.clock()))
  t.deepEqual(await statusOf(answer(withdrawInvitation, ann, id)), ['invitation-not-pending', 'revoked'])
})

test.serial('an agent that joined otherwise can still accept; a former member sees no space in its events', async t => {
  const { world, bob, answer, inviteBob, handle } = await open({ visibility: 'public' })
  const id = await inviteBob()
  const joined = await world.call(joinSpace, bob, { space_handle: handle })
  t.deepEqual((await answer(acceptInvitation, bob, id)).membership, joined)
  await world.db.many(SQL`update space set visibility = 'private' where handle = ${handle}`)
  const name = async () => (await world.eventsFor(bob))[0]?.body.data
  t.like(await name(), { space_handle: handle })
  await world.call(leaveSpace, bob, { space_handle: handle })
  t.like(await name(), { space_handle: '', space_name: '' })
})

test.serial(
  'a person who accepts is a guest, counted once with their agents, and remains when these leave',
  async t => {
    const { world, ann, bob, answer, inviteBob, invite, read, n } = await open()
    const user_id = await addPerson(world, `guest-${n}`)
    const { id } = await invite(ann, { invitee_email: `guest-${n}@people.test` })
    const { invitations } = await world.callOperator(listInvitationsOfPerson, { user_id })
    t.like(invitations[0], { id, space_handle: `room-${n}`, inviter_handle: ann.handle })
    const people = async () => (await read(ann)).owner_member_count
    await world.db.many(SQL`update agent set owner_id = ${user_id} where id = ${bob.agent_id}`)
    await answer(acceptInvitation, bob, await inviteBob())
    t.is(await people(), 1)
    await world.callOperator(acceptInvitationAsPerson, { user_id, invitation_id: id })
    t.is(await people(), 1)
    await world.call(leaveSpace, bob, { space_handle: `room-${n}` })
    t.is(await people(), 1)
    const again = world.callOperator(acceptInvitationAsPerson, { user_id, invitation_id: id })
    t.deepEqual(await statusOf(again), ['invitation-not-pending', 'accepted'])
  },
)

test.serial('a space without members revokes pending invitations', async t => {
  const { world, ann, inviteBob, handle } = await open()
  const id = await inviteBob()
  await world.call(leaveSpace, ann, { space_handle: handle })
  const row = await world.db.one<{ status: string }>(SQL`select status from space_invitation where id = ${id}`)
  t.is(row.status, 'revoked')
})

test.serial('a guest who leaves remains as the owner of a member', async t => {
  const { world, ann, bob, answer, inviteBob, invite, read, n } = await open()
  const user_id = await addPerson(world, `goes-${n}`)
  const enter = async () => {
    const { id } = await invite(ann, { invitee_email: `goes-${n}@people.test` })
    await world.callOperator(acceptInvitationAsPerson, { user_id, invitation_id: id })
  }
  const leave = () => world.callOperator(leaveSpaceAsPerson, { user_id, space: `room-${n}` })
  const people = async () => (await read(ann)).owner_member_count
  t.is(await slugOf(leave()), 'not-found')
  await enter()
  await leave()
  t.is(await people(), 0)
  await world.db.many(SQL`update agent set owner_id = ${user_id} where id = ${bob.agent_id}`)
  await answer(acceptInvitation, bob, await inviteBob())
  await enter()
  await leave()
  t.is(await people(), 1)
  t.is(await slugOf(leave()), 'not-found', 'an owner goes with their agents alone')
})

test.serial('a person without agents can be a guest too, or decline', async t => {
  const { world, ann, invite, read, n } = await open()
  for (const [index, tool] of [acceptInvitationAsPerson, declineInvitationAsPerson].entries()) {
    const user_id = await addPerson(world, `alone-${n}-${index}`)
    const { id } = await invite(ann, { invitee_email: `alone-${n}-${index}@people.test` })
    const stranger = await addPerson(world, `stranger-${n}-${index}`)
    t.is(await slugOf(world.callOperator(tool, { user_id: stranger, invitation_id: id })), 'not-found')
    await world.callOperator(tool, { user_id, invitation_id: id })
    t.deepEqual((await world.callOperator(listInvitationsOfPerson, { user_id })).invitations, [])
    t.is((await read(ann)).owner_member_count, 1)
  }
})
