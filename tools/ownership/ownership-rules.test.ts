import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { keyPairOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import type { AgentActor } from '../core/context.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { checkHandleAvailability } from '../handles/check-handle-availability.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { acceptOwnership } from './accept-ownership.ts'
import { listOwnershipRequests } from './list-ownership-requests.ts'
import { rejectOwnership } from './reject-ownership.ts'
import { releaseOwnership } from './release-ownership.ts'
import { requestOwner } from './request-owner.ts'
import { setOwnerSurface } from './set-owner-surface.ts'

const world = useTestWorld(test)

const profile = (reader: AgentActor, handle = 'me') => world().call(getAgentProfile, reader, { handle })
const operate = (tool: Parameters<ReturnType<typeof world>['callOperator']>[0], input: object) =>
  world().callOperator(tool, input)
const refusal = (...call: Parameters<typeof operate>) => world().refusal(operate(...call))
const typesFor = async (actor: AgentActor) => (await world().eventsFor(actor)).map(({ type }) => type)
const setStatus = ({ agent_id }: AgentActor, status: number) =>
  world().db.many(SQL`update agent_status set status = ${status} where agent_id = ${agent_id}`)
const audited = async ({ agent_id }: AgentActor) => [
  ...(await world().db.many<{ actor: string; action: string; before: object; after: object }>(
    SQL`select actor, action, before, after from audit where subject ->> 'agent_id' = ${agent_id} order by id`,
  )),
]

async function asking(handle: string, extra: object = {}): Promise<[AgentActor, string]> {
  const user_id = await addPerson(world(), `owner-of-${handle}`)
  return [await world().agent(handle, { user_id, ...extra }), user_id]
}

test('accepted: active, owned, notified to the agent, audited', async t => {
  const [ann, owner_id] = await asking('ann')
  const answer = { agent_id: ann.agent_id, handle: 'ann', owner_id, status: 'active' }
  t.deepEqual(await operate(acceptOwnership, { agent: 'ann' }), answer)
  const owner_user_id = opaqueUserId(world().runtime.personKey, ann.agent_id, owner_id)
  t.regex(owner_user_id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.like(await profile(ann), { status: 'active', owner_id, owner_user_id, has_owner: true })
  const events = await world().eventsFor(ann)
  t.like(events, [
    { type: 'agent.status.changed', body: { data: { from: 'pending_ownership', to: 'active' } } },
    {
      type: 'agent.ownership.accepted',
      body: {
        actor: { kind: 'user', user_id: owner_user_id },
        data: { user_id: owner_user_id, accepted_at: '2026-11-21T12:00:00.000Z' },
      },
    },
  ])
  t.deepEqual(await audited(ann), [
    {
      actor: 'operator:op',
      action: 'accept_ownership',
      before: { owner_id: null, status: 'pending_ownership' },
      after: { owner_id, status: 'active' },
    },
  ])
  t.is((await refusal(acceptOwnership, { agent: 'ann' })).slug, 'not-found')
  t.is((await refusal(acceptOwnership, { agent: 'nobody' })).slug, 'not-found')
})

test('a private agent is accepted by handle or UUID, and others still cannot find it', async t => {
  const [bob, owner_id] = await asking('bob', { visibility: 'private' })
  t.like(await operate(acceptOwnership, { agent: bob.agent_id.toUpperCase() }), { owner_id, status: 'active' })
  t.like(await profile(bob), { visibility: 'private', owner_id })
  t.is((await world().refusal(profile(await world().agent('stranger'), 'bob'))).slug, 'not-found')
})

test('the owner of an agent that was suspended or disabled meanwhile is set, and the status remains', async t => {
  for (const [handle, status, name] of [
    ['carl', 4, 'suspended'],
    ['cora', 5, 'disabled'],
    ['curt', 3, 'restricted'],
  ] as const) {
    const [agent, owner_id] = await asking(handle)
    await setStatus(agent, status)
    t.like(await operate(acceptOwnership, { agent: handle }), { owner_id, status: name })
    t.deepEqual(await typesFor(agent), ['agent.ownership.accepted'])
  }
})

test('a rejected public agent stays enrolled, without an owner', async t => {
  const [dora, user_id] = await asking('dora')
  t.like(await operate(rejectOwnership, { agent: 'dora' }), { outcome: 'standalone', status: 'active' })
  t.like(await profile(dora), { status: 'active', owner_id: null, has_owner: false })
  t.deepEqual(await typesFor(dora), ['agent.status.changed', 'agent.ownership.rejected'])
  t.like(await audited(dora), [{ action: 'reject_ownership', before: { requested_user_id: user_id } }])
  t.is((await world().call(requestOwner, dora, { user_id })).status, 'pending_ownership')
})

test.serial('a rejected private agent is deleted; its handle stays reserved for 90 days, its key is free', async t => {
  const [eve, user_id] = await asking('eve', { visibility: 'private' })
  t.like(await operate(rejectOwnership, { agent: 'eve' }), { outcome: 'deleted', status: null })
  t.is((await world().refusal(profile(eve))).slug, 'not-found')
  t.is((await refusal(acceptOwnership, { agent: eve.agent_id })).slug, 'not-found')
  t.like(await audited(eve), [{ action: 'reject_ownership', before: { visibility: 'private' } }])
  const again = { handle: 'eve', name: 'Eve', public_key_pem: keyPairOf('eve').publicKey, user_id }
  const available = async () => (await world().callOpen(checkHandleAvailability, { handle: 'eve' })).available
  t.is((await world().refusal(world().callOpen(enrollAgent, again))).slug, 'handle-taken')
  t.false(await available())
  const later = 90 * 86_400_000
  world().advance(later - 1)
  t.false(await available())
  world().advance(1)
  t.true(await available())
  t.is((await world().callOpen(enrollAgent, again)).handle, 'eve')
  world().advance(-later)
})

test("released: no owner, and the owner's public data is hidden; a private agent cannot be released", async t => {
  const [finn, owner_id] = await asking('finn')
  const [gil] = await asking('gil', { visibility: 'private' })
  for (const agent of ['finn', 'gil']) await operate(acceptOwnership, { agent })
  await operate(setOwnerSurface, { agent: 'finn', surface: 'owner-identity', level: 'public' })
  t.like(await operate(releaseOwnership, { agent: 'finn' }), { owner_id: null, status: 'active' })
  const { visibility_config, ...freed } = await profile(finn)
  t.like(freed, { owner_id: null, has_owner: false })
  t.is(visibility_config!['owner-identity'], 'private')
  t.is((await typesFor(finn)).at(-1), 'agent.ownership.released')
  t.like((await audited(finn)).at(-1), { action: 'release_ownership', before: { owner_id }, after: { owner_id: null } })
  t.is((await refusal(releaseOwnership, { agent: 'finn' })).slug, 'not-found')
  const denied = await refusal(releaseOwnership, { agent: 'gil' })
  t.like(denied, { status: 403, members: { error: 'PRIVATE_AGENT_OWNERLESS_DENIED' } })
  t.deepEqual(Object.keys(denied.members), ['error', 'rationale'])
  t.true((await profile(gil)).has_owner)
})

test('of concurrent answers to one request, one counts', async t => {
  for (const visibility of ['public', 'private']) {
    const handle = `asked-${visibility}`
    const [agent] = await asking(handle, { visibility })
    const answers = Array.from({ length: 8 }, (_, n) =>
      operate(n % 2 === 0 ? acceptOwnership : rejectOwnership, { agent: agent.agent_id }),
    )
    const held = (await Promise.allSettled(answers)).filter(({ status }) => status === 'fulfilled')
    t.is(held.length, 1, visibility)
    t.is((await audited(agent)).length, 1)
  }
})

test('owner-identity public shows others the owner; only an owned agent has such surfaces', async t => {
  const [hal, owner_id] = await asking('hal')
  const reader = await world().agent('watcher')
  const show = (level: string) => operate(setOwnerSurface, { agent: 'hal', surface: 'owner-identity', level })
  t.is((await world().refusal(show('public'))).slug, 'not-found')
  await operate(acceptOwnership, { agent: 'hal' })
  t.like(await profile(reader, 'hal'), { owner_id: null, has_owner: true })
  t.is((await show('public')).visibility_config['owner-identity'], 'public')
  t.like(await profile(reader, 'hal'), { owner_id, has_owner: true })
  await show('private')
  t.like(await profile(reader, 'hal'), { owner_id: null, has_owner: true })
  t.like((await audited(hal)).at(-1), {
    action: 'set_owner_surface',
    before: { 'owner-identity': 'public' },
    after: { 'owner-identity': 'private' },
  })
  for (const surface of ['followers', 'interests']) {
    const input = { agent: 'hal', surface, level: 'private' }
    t.is((await refusal(setOwnerSurface, input)).slug, 'validation-error')
  }
})

test('open requests are listed on several pages', async t => {
  const handles = ['ivy', 'jon', 'kim']
  for (const handle of handles) await asking(handle, handle === 'jon' ? { visibility: 'private' } : {})
  const seen: { handle: string; expires_at: string | null }[] = []
  let before: string | undefined
  do {
    const page = await operate(listOwnershipRequests, { limit: 1, ...(before ? { before } : {}) })
    seen.push(...page.requests)
    before = page.next_before
  } while (before)
  const ours = seen.filter(({ handle }) => handles.includes(handle))
  t.deepEqual(
    ours.map(({ handle, expires_at }) => [handle, expires_at !== null]),
    [
      ['kim', true],
      ['jon', false],
      ['ivy', true],
    ],
  )
})
