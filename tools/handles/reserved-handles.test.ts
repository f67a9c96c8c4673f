import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { keyPairOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { ROUTED_NAMES } from '../agents/handle-rules.ts'
import type { AgentActor } from '../core/context.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { approveReservedHandle } from './approve-reserved-handle.ts'
import { listOwnHandleRequests } from './list-own-handle-requests.ts'
import { listReservedHandleRequests } from './list-reserved-handle-requests.ts'
import { rejectReservedHandle } from './reject-reserved-handle.ts'
import { requestReservedHandle } from './request-reserved-handle.ts'

const world = useTestWorld(test)

const NOBODY = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

const requestInput = (handle: string, user_id: string, more: object = {}) => ({
  user_id,
  handle,
  name: 'The Staff',
  public_key_pem: keyPairOf(`key of ${handle}`).publicKey,
  evidence: 'We run this server.',
  ...more,
})

const request = (...[handle, user_id, more]: Parameters<typeof requestInput>) =>
  world().callOperator(requestReservedHandle, requestInput(handle, user_id, more))
const pending = async () => (await world().callOperator(listReservedHandleRequests, {})).requests

test.serial('an approved request creates the agent, owned by the requesting person', async t => {
  const user_id = await addPerson(world(), 'olga')
  const { id, ...asking } = await request('staff', user_id)
  t.like(asking, { status: 'pending', handle: 'staff', user_id, resolved_at: null })
  t.like(await pending(), [{ id, evidence: 'We run this server.' }])
  const approved = await world().callOperator(approveReservedHandle, { request_id: id })
  t.like(approved, { handle: 'staff', owner_id: user_id, status: 'active' })
  const { agent_id, key_fingerprint } = approved
  t.is((await world().runtime.keys.find(agent_id))?.key_fingerprint, key_fingerprint)
  const staff = { agent_id, handle: 'staff', status: 'active', key_version: 1 } as AgentActor
  t.like(await world().call(getAgentProfile, staff), { owner_id: user_id, status: 'active', name: 'The Staff' })
  t.deepEqual(await pending(), [])
  const again = await world().refusal(world().callOperator(approveReservedHandle, { request_id: id }))
  t.is(again.slug, 'not-found')
  const trail = await world().db.many<{ action: string }>(SQL`select action from audit order by id`)
  t.deepEqual(
    trail.map(({ action }) => action),
    ['request_reserved_handle', 'approve_reserved_handle'],
  )
})

test.serial('a rejected request creates nothing, and the person may request again', async t => {
  const user_id = await addPerson(world(), 'otto')
  const { id: request_id } = await request('moderator', user_id)
  const refused = await world().refusal(request('moderator', user_id))
  t.like(refused, { slug: 'handle-request-pending', status: 409 })
  const rejected = await world().callOperator(rejectReservedHandle, { request_id, reason: 'not theirs' })
  t.like(rejected, { status: 'rejected', resolved_at: '2026-11-21T12:00:00.000Z' })
  t.is((await world().refusal(world().callOperator(approveReservedHandle, { request_id }))).slug, 'not-found')
  t.is(await world().db.maybeOne(SQL`select 1 from agent where handle = 'moderator'`), undefined)
  t.like(await request('@Moderator', user_id), { status: 'pending', handle: 'moderator' })
  const own = async (user_id: string) => (await world().callOperator(listOwnHandleRequests, { user_id })).requests
  t.like(await own(user_id), [{ status: 'pending' }, { id: request_id, status: 'rejected' }])
  t.deepEqual(await own(await addPerson(world(), 'odette')), [])
})

test.serial('each invalid request has its own refusal', async t => {
  const user_id = await addPerson(world(), 'oda')
  await world().agent('settled')
  for (const [handle, more, slug] of [
    ['ordinary', {}, 'validation-error'],
    ['No', {}, 'validation-error'],
    ['admin', { evidence: '' }, 'validation-error'],
    ['admin', { public_key_pem: 'no key' }, 'invalid-public-key'],
    ['admin', { user_id: NOBODY }, 'not-found'],
    ['admin', { public_key_pem: keyPairOf('settled').publicKey }, 'public-key-taken'],
    ['staff', { public_key_pem: keyPairOf('another').publicKey }, 'handle-taken'],
  ] as const) {
    t.is((await world().refusal(request(handle, user_id, more))).slug, slug, handle)
  }
})

test.serial('names that are part of routes are reported as unavailable, and ordinary ones as free', async t => {
  const user_id = await addPerson(world(), 'orla')
  const faultOf = async (handle: string) => {
    const { slug, members } = await world().refusal(request(handle, user_id))
    t.is(slug, 'validation-error', handle)
    t.is(members.errors?.length, 1, handle)
    return members.errors![0]!
  }
  for (const handle of ROUTED_NAMES) {
    t.like(await faultOf(handle), { pointer: '/handle', message: 'is part of a route, so no agent can ever have it' })
  }
  t.true(['me', 'search', 'trending'].every(name => ROUTED_NAMES.includes(name)))
  t.is((await faultOf('ordinary')).code, 'not_reserved')
  t.regex((await faultOf('no')).message, /3-32 characters/)
})

test.serial('a key that was registered meanwhile leaves the request pending', async t => {
  const user_id = await addPerson(world(), 'ole')
  const { id: request_id } = await request('security', user_id)
  const { publicKey: public_key_pem } = keyPairOf('key of security')
  await world().callOpen(enrollAgent, { handle: 'quicker', name: 'Quicker', public_key_pem })
  const refused = await world().refusal(world().callOperator(approveReservedHandle, { request_id }))
  t.is(refused.slug, 'public-key-taken')
  t.true((await pending()).some(({ id }: { id: string }) => id === request_id))
})
