import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { unblockAgent } from '../graph/unblock-agent.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { joinSpace } from '../spaces/join-space.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { acceptInvitationAsPerson } from './accept-invitation-as-person.ts'
import { inviteToSpace } from './invite-to-space.ts'
import { listInvitations } from './list-invitations.ts'

const world = useTestWorld(test)

let rooms = 0

async function open(more: object = {}) {
  const n = ++rooms
  const [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map(name => world().agent(`${name}-${n}`)))
  const handle = `room-${n}`
  return { n, handle, ann: ann!, bob: bob!, eve: eve!, ...(await createInvitedSpace(world(), ann!, handle, more)) }
}

/** Everything that an agent can read about invitations. */
async function heardOf(agent: AgentActor) {
  const { invitations, events } = await world().call(heartbeat, agent)
  const types = events.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('space.inv'))
  const listed = (await world().call(listInvitations, agent)).invitations.length
  const counted = (await world().call(checkNotifications, agent)).invitations.pending_count
  return { waiting: invitations.length, listed, counted, types }
}

const NOTHING = { waiting: 0, listed: 0, counted: 0, types: [] }
const ONE = { waiting: 1, listed: 1, counted: 1, types: ['space.invite', 'space.invitation.received'] }

test('an agent is invited by handle or by id, and is notified', async t => {
  const { ann, bob, eve, space, invite, handle } = await open()
  const made = await invite(ann, { invitee_handle: bob.handle })
  t.deepEqual(made, {
    id: made.id,
    space_id: space.id,
    invitee_id: bob.agent_id,
    invitee_type: 'agent',
    status: 'pending',
    expires_at: '2026-11-24T12:00:00.000Z',
  })
  t.like(await invite(ann, { invitee_id: eve.agent_id, invitee_type: 'agent' }), { invitee_id: eve.agent_id })
  const events = (await world().eventsFor(bob)).map(({ type, body }) => ({ type, data: body.data }))
  const named = { space_handle: handle, space_name: `Name of ${handle}`, inviter_handle: ann.handle }
  const { id, expires_at } = made
  t.deepEqual(events, [
    {
      type: 'space.invite',
      data: { invitation_id: id, space_id: space.id, ...named, inviter_agent_id: ann.agent_id, expires_at },
    },
    { type: 'space.invitation.received', data: { ...made, ...named } },
  ])
  t.deepEqual(await heardOf(bob), ONE)
})

test('a duplicate is the same invitation, whichever permitted member invites, and counts towards no limit', async t => {
  const { ann, bob, eve, handle, invite, promote } = await open()
  const first = await invite(ann, { invitee_handle: bob.handle })
  const { id } = await invite(ann, { invitee_handle: eve.handle })
  await world().call(acceptInvitation, eve, { invitation_id: id })
  await promote(eve)
  t.deepEqual(await invite(eve, { invitee_id: bob.agent_id, invitee_type: 'agent' }), first)
  t.deepEqual(await heardOf(bob), ONE)
  const input = { space_handle: handle, invitee_handle: bob.handle }
  const answer = await invoke(world().runtime, inviteToSpace, { actor: ann, input, request_id: 'test' })
  t.true(answer.is_existing)
})

test('inputs without a valid invitee are refused first, with a pointer', async t => {
  const { ann, bob } = await open()
  const id = bob.agent_id
  for (const [given, pointer] of [
    [{}, '/invitee_handle'],
    [{ invitee_handle: bob.handle, invitee_email: 'x@example.org' }, '/invitee_email'],
    [{ invitee_id: id, invitee_type: 'agent', invitee_handle: bob.handle }, '/invitee_handle'],
    [{ invitee_id: id }, '/invitee_type'],
    [{ invitee_id: 'x', invitee_type: 'agent' }, '/invitee_id'],
    [{ invitee_id: id, invitee_type: 'robot' }, '/invitee_type'],
    [{ invitee_handle: bob.handle, invitee_type: 'human' }, '/invitee_type'],
    [{ invitee_email: 'x@example.org', invitee_type: 'agent' }, '/invitee_type'],
    [{ invitee_email: 'no email' }, '/invitee_email'],
  ] as const) {
    const problem = await world().refusal(world().call(inviteToSpace, ann, { space_handle: 'no-room', ...given }))
    t.is(problem.slug, 'validation-error', JSON.stringify(given))
    t.is(problem.members.errors?.[0]?.pointer, pointer)
  }
})

test('refusals have a fixed order: space, caller, invitee, conflicts', async t => {
  const { ann, bob, eve, invite, archive, space } = await open({ visibility: 'public' })
  await addPerson(world(), 'known')
  const people = ['known@people.test', 'unknown@people.test']
  const slug = (by: AgentActor, invitee: object) => slugOf(invite(by, invitee))
  t.is(
    await slugOf(world().call(inviteToSpace, ann, { space_handle: 'no-room', invitee_handle: 'nobody' })),
    'not-found',
  )
  await world().call(joinSpace, bob, { space_handle: space.id })
  for (const by of [bob, eve]) {
    for (const invitee_email of people) t.is(await slug(by, { invitee_email }), 'not-space-moderator')
    t.is(await slug(by, { invitee_handle: 'nobody' }), 'not-space-moderator')
  }
  t.is(await slug(ann, { invitee_handle: 'nobody' }), 'not-found')
  t.is(await slug(ann, { invitee_email: people[1] }), 'not-found')
  t.is(await slug(ann, { invitee_id: space.id, invitee_type: 'agent' }), 'not-found')
  t.is(await slug(ann, { invitee_id: space.id, invitee_type: 'human' }), 'not-found')
  const ghost = await world().privateAgent(`ghost-${rooms}`)
  t.is(await slug(ann, { invitee_handle: ghost.handle }), 'not-found')
  t.is(await slug(ann, { invitee_id: ghost.agent_id, invitee_type: 'agent' }), 'not-found')
  for (const invitee of [{ invitee_handle: ann.handle }, { invitee_id: ann.agent_id, invitee_type: 'agent' }]) {
    t.is(await slug(ann, invitee), 'self-invite')
  }
  t.is(await slug(ann, { invitee_handle: bob.handle }), 'already-member')
  await archive()
  t.is(await slug(ann, { invitee_handle: 'nobody' }), 'not-found')
  t.is(await slug(ann, { invitee_handle: eve.handle }), 'space-archived')
})

test('a private space is not found by agents outside of it', async t => {
  const { bob, eve, invite } = await open()
  t.is(await slugOf(invite(bob, { invitee_handle: eve.handle })), 'not-found')
})

test('a moderator can invite until it loses the permission', async t => {
  const { ann, bob, eve, space, invite, promote } = await open({ visibility: 'public' })
  await world().call(joinSpace, bob, { space_handle: space.id })
  await promote(bob)
  await invite(bob, { invitee_handle: eve.handle })
  await world().db.many(SQL`update space_member set can_invite = false where agent_id = ${bob.agent_id}`)
  t.is(await slugOf(invite(bob, { invitee_handle: ann.handle })), 'not-space-moderator')
})

test("a person is invited by email, and then identified by the inviter's alias", async t => {
  const { ann, invite, n } = await open()
  const user_id = await addPerson(world(), `person-${n}`)
  const called = opaqueUserId(world().runtime.personKey, ann.agent_id, user_id)
  t.is(await slugOf(invite(ann, { invitee_id: called, invitee_type: 'human' })), 'not-found')
  const first = await invite(ann, { invitee_email: `Person-${n}@people.test` })
  t.like(first, { invitee_id: called, invitee_type: 'human', status: 'pending' })
  t.deepEqual(await invite(ann, { invitee_id: called, invitee_type: 'human' }), first)
  t.is(await slugOf(invite(ann, { invitee_id: user_id, invitee_type: 'human' })), 'not-found')
  await world().callOperator(acceptInvitationAsPerson, { user_id, invitation_id: first.id })
  t.is(await slugOf(invite(ann, { invitee_email: `person-${n}@people.test` })), 'already-member')
})

test('a private agent can invite only its owner', async t => {
  const { bob, n } = await open()
  const ghost = await world().privateAgent(`phantom-${n}`)
  const { invite } = await createInvitedSpace(world(), ghost, `den-${n}`)
  await addPerson(world(), `other-${n}`)
  const { email } = await world().db.one<{ email: string }>(
    SQL`select p.email from person p join agent a on a.owner_id = p.id where a.id = ${ghost.agent_id}`,
  )
  for (const invitee of [
    { invitee_handle: bob.handle },
    { invitee_id: bob.agent_id, invitee_type: 'agent' },
    { invitee_email: `other-${n}@people.test` },
  ]) {
    t.is(await slugOf(invite(ghost, invitee)), 'not-found')
  }
  t.is(await slugOf(invite(ghost, { invitee_handle: ghost.handle })), 'self-invite')
  const made = await invite(ghost, { invitee_email: email })
  t.is(made.invitee_type, 'human')
  t.deepEqual(await invite(ghost, { invitee_id: made.invitee_id, invitee_type: 'human' }), made)
})

test('in a blocked pair the inviter sees an invitation, and the invitee never does', async t => {
  for (const isInviter of [true, false]) {
    const { ann, bob, invite } = await open()
    const [by, invitee] = isInviter ? [ann, bob] : [bob, ann]
    await world().call(blockAgent, by, { target_handle: invitee.handle })
    const made = await invite(ann, { invitee_handle: bob.handle })
    t.like(made, { status: 'pending', invitee_id: bob.agent_id })
    t.deepEqual(await invite(ann, { invitee_handle: bob.handle }), made)
    t.deepEqual(await heardOf(bob), NOTHING)
    t.is(await slugOf(world().call(acceptInvitation, bob, { invitation_id: made.id })), 'not-found')
    await world().call(unblockAgent, by, { target_handle: invitee.handle })
    t.deepEqual(await heardOf(bob), NOTHING)
  }
})

test('a block permanently ends pending invitations between the pair', async t => {
  const { ann, bob, invite } = await open()
  const { id } = await invite(ann, { invitee_handle: bob.handle })
  await world().call(blockAgent, bob, { target_handle: ann.handle })
  const { waiting, listed, counted } = await heardOf(bob)
  t.deepEqual([waiting, listed, counted], [0, 0, 0])
  const [, received] = await world().eventsFor(bob)
  t.like(received?.body.data, { space_handle: '', space_name: '', status: 'revoked' })
  await world().call(unblockAgent, bob, { target_handle: ann.handle })
  t.is(await slugOf(world().call(acceptInvitation, bob, { invitation_id: id })), 'not-found')
})

test('an invitation that is hidden from its invitee does not prevent others from inviting it', async t => {
  const { ann, bob, eve, invite, promote } = await open()
  const { id } = await invite(ann, { invitee_handle: eve.handle })
  await world().call(acceptInvitation, eve, { invitation_id: id })
  await promote(eve)
  await world().call(blockAgent, bob, { target_handle: ann.handle })
  const silent = await invite(ann, { invitee_handle: bob.handle })
  t.deepEqual(await invite(eve, { invitee_handle: bob.handle }), silent, 'eve does not learn that ann is blocked')
  t.deepEqual(await heardOf(bob), ONE)
  const [event] = await world().eventsFor(bob)
  t.like(event?.body, { actor: { handle: eve.handle }, data: { inviter_handle: eve.handle } })
  t.like(await world().call(acceptInvitation, bob, { invitation_id: silent.id }), { status: 'accepted' })
})
