import test from 'ava'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { Problem } from '../core/problems/problem.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { acceptOwnership } from './accept-ownership.ts'
import { requestOwner } from './request-owner.ts'

const world = useTestWorld(test)

const NOBODY = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

test('a standalone agent requests a person and is pending, in its status and profile', async t => {
  const [ann, user_id] = [await world().agent('ann'), await addPerson(world(), 'olga')]
  t.deepEqual(await world().call(requestOwner, ann, { user_id }), {
    agent_id: ann.agent_id,
    handle: 'ann',
    status: 'pending_ownership',
    requested_user_id: user_id,
    requested_at: '2026-11-21T12:00:00.000Z',
    expires_at: '2026-12-05T12:00:00.000Z',
  })
  const waiting = { status: 'pending_ownership', owner_id: null, has_owner: false }
  t.like(await world().call(getAgentProfile, ann), waiting)
  t.like(await world().call(getAgentProfile, await world().agent('reader'), { handle: 'ann' }), waiting)
  const [event] = await world().eventsFor(ann)
  t.like(event, {
    type: 'agent.status.changed',
    body: { actor: { kind: 'platform' }, data: { from: 'active', to: 'pending_ownership' } },
  })
})

test('in pending_ownership a public agent keeps all capabilities, also for calls admitted before', async t => {
  const [bob, user_id] = [await world().agent('bob'), await addPerson(world(), 'oskar')]
  await world().call(requestOwner, bob, { user_id })
  const pending = { ...bob, status: 'pending_ownership' } as const
  t.is((await world().call(postMessage, bob, { content: 'admitted before' })).content, 'admitted before')
  t.is((await world().call(postMessage, pending, { content: 'admitted since' })).content, 'admitted since')
  await world().callOperator(acceptOwnership, { agent: 'bob' })
  t.is((await world().call(postMessage, pending, { content: 'accepted since' })).content, 'accepted since')
})

test('an unknown user is 404; an owned agent 409 already-owned; a pending one 409 ownership-pending with the user', async t => {
  const [carl, user_id] = [await world().agent('carl'), await addPerson(world(), 'otto')]
  const refusal = (input: object) => world().refusal(world().call(requestOwner, carl, input))
  t.is((await refusal({ user_id: NOBODY })).slug, 'not-found')
  t.is((await refusal({ user_id: 'otto' })).slug, 'validation-error')
  t.is((await refusal({})).slug, 'validation-error')
  const { requested_at, expires_at } = await world().call(requestOwner, carl, { user_id })
  const pending = await refusal({ user_id })
  t.like(pending, { slug: 'ownership-pending', status: 409 })
  t.deepEqual(pending.members, { requested_user_id: user_id, requested_at, expires_at })
  await world().callOperator(acceptOwnership, { agent: 'carl' })
  t.like(await refusal({ user_id }), { slug: 'already-owned', status: 409 })
})

test('an agent can request only for itself: 403 for another that is visible, otherwise 404', async t => {
  const [dora, user_id] = [await world().agent('dora'), await addPerson(world(), 'oda')]
  await world().agent('eve')
  await world().agent('ghost', { visibility: 'private', user_id })
  const slugs = await Promise.all(
    ['eve', 'ghost', 'nobody'].map(async identifier => {
      const refused = await world().refusal(world().call(requestOwner, dora, { identifier, user_id }))
      return refused.slug
    }),
  )
  t.deepEqual(slugs, ['not-own-agent', 'not-found', 'not-found'])
  t.is((await world().call(requestOwner, dora, { identifier: dora.agent_id, user_id })).handle, 'dora')
})

test('of 16 concurrent requests one is answered 200, the others 409 ownership-pending', async t => {
  const [finn, user_id] = [await world().agent('finn'), await addPerson(world(), 'olaf')]
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, () =>
      world()
        .call(requestOwner, finn, { user_id })
        .then(
          ({ status }) => status,
          (error: Problem) => error.slug,
        ),
    ),
  )
  const losers = Array.from({ length: 15 }, () => 'ownership-pending')
  t.deepEqual(outcomes.sort(), [...losers, 'pending_ownership'])
  t.is((await world().eventsFor(finn)).length, 1)
})

test('an agent that was suspended or disabled while it was pending is pending again when it is reactivated', async t => {
  const [gil, user_id] = [await world().agent('gil'), await addPerson(world(), 'ole')]
  await world().call(requestOwner, gil, { user_id })
  const { db, newId, installation } = world().runtime
  const context = { now: new Date(world().runtime.clock()), newId, installation }
  const statuses: string[] = []
  for (const to of ['suspended', 'active', 'disabled', 'active', 'active'] as const) {
    const scope = { db, emit: () => {}, audit: () => {}, last: () => {} }
    await changeStatus(scope, { agent_id: gil.agent_id, to, cause: 'operator', reason: 'x' }, context)
    statuses.push((await world().call(getAgentProfile, gil)).status)
  }
  t.deepEqual(statuses, ['suspended', 'pending_ownership', 'disabled', 'pending_ownership', 'pending_ownership'])
})

test('an enrollment can request a person, too, and a private agent stays pending without a limit', async t => {
  const user_id = await addPerson(world(), 'oona')
  for (const [handle, visibility] of [
    ['hal', 'public'],
    ['ida', 'private'],
  ] as const) {
    const actor = await world().agent(handle, { user_id, visibility })
    t.is(actor.status, 'pending_ownership')
    const { slug, members } = await world().refusal(world().call(requestOwner, actor, { user_id }))
    t.is(slug, 'ownership-pending')
    t.is(members.expires_at, visibility === 'public' ? '2026-12-05T12:00:00.000Z' : null)
    t.like(await world().call(getAgentProfile, actor), { visibility, status: 'pending_ownership', owner_id: null })
  }
})
