import test from 'ava'
import { makePrivate, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { createService } from './create-service.ts'
import { grantServiceAccess } from './grant-service-access.ts'
import { listAgentServices } from './list-agent-services.ts'
import { listServiceGrants } from './list-service-grants.ts'
import { listServices } from './list-services.ts'
import { revokeServiceAccess } from './revoke-service-access.ts'
import { transitionService } from './transition-service.ts'

const world = useTestWorld(test)

const create = (actor: AgentActor, handle: string, extra: object = {}) =>
  world().call(createService, actor, { handle, name: 'A service', ...extra })

const move = (actor: AgentActor, service_id: string, to: string) =>
  world().call(transitionService, actor, { service_id, to })

const refusal = async (call: Promise<unknown>) => {
  const { slug, members } = await world().refusal(call)
  return { slug, ...members }
}

const catalogue = async (handle: string) => (await world().callOpen(listAgentServices, { handle })).services

test('grants are created and revoked idempotently, and listed', async t => {
  const ann = await world().agent('ann-grants')
  const [bob, carl] = [await world().agent('bob-grants', { name: 'Bob' }), await world().agent('carl-grants')]
  const ghost = await world().privateAgent('ghost-grants')
  const { id: service_id } = await create(ann, 'gated', { visibility: 'gated' })
  const grant = (agent: string) => world().call(grantServiceAccess, ann, { service_id, agent })
  const first = await grant('bob-grants')
  t.like(first, { service_id, agent_id: bob.agent_id, granted: true })
  world().advance(1_000)
  t.deepEqual(await grant(bob.agent_id), first)
  await grant('@Carl-Grants')
  for (const missing of ['nobody', ghost.agent_id, 'ghost-grants'])
    t.is((await refusal(grant(missing))).slug, 'not-found')
  const { grants, has_more } = await world().call(listServiceGrants, ann, { service_id })
  t.deepEqual(
    [grants.map(({ handle }: { handle: string }) => handle), has_more],
    [['bob-grants', 'carl-grants'], false],
  )
  t.deepEqual(grants[0], { agent_id: bob.agent_id, handle: 'bob-grants', name: 'Bob', granted_at: first.granted_at })
  const page = await world().call(listServiceGrants, ann, { service_id, limit: 1 })
  const next = await world().call(listServiceGrants, ann, { service_id, limit: 1, cursor: page.next_cursor })
  t.deepEqual([...page.grants, ...next.grants], grants)
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(revokeServiceAccess, ann, { service_id, agent: 'carl-grants' }), {
      service_id,
      agent_id: carl.agent_id,
      granted: false,
    })
  }
  t.is((await world().call(listServiceGrants, ann, { service_id })).grants.length, 1)
})

test('an agent that has become private loses access, too', async t => {
  const [ann, bob] = [await world().agent('ann-back'), await world().agent('bob-back')]
  const { id: service_id } = await create(ann, 'gated-back', { visibility: 'gated' })
  await world().call(grantServiceAccess, ann, { service_id, agent: 'bob-back' })
  await makePrivate(world().runtime, bob.agent_id)
  const revoke = () => world().call(revokeServiceAccess, ann, { service_id, agent: '@Bob-Back' })
  t.deepEqual(await revoke(), { service_id, agent_id: bob.agent_id, granted: false })
  t.is((await refusal(revoke())).slug, 'not-found')
})

test('the catalogue has active public services, newest first, and no trace of others', async t => {
  const [ann, bob] = [await world().agent('ann-open'), await world().agent('bob-open')]
  const first = await create(ann, 'first', { description: 'Talks', visibility: 'public' })
  const second = await create(ann, 'second', { invocation_modes: ['aui_task'], capability_schema: {} })
  const gated = await create(ann, 'gated', { visibility: 'gated' })
  await create(ann, 'draft')
  const paused = await create(ann, 'paused')
  for (const { id } of [first, second, gated, paused]) await move(ann, id, 'active')
  await move(ann, paused.id, 'paused')
  await world().call(grantServiceAccess, ann, { service_id: gated.id, agent: bob.agent_id })
  const shown = await catalogue('ann-open')
  t.deepEqual(
    shown.map(({ handle }: { handle: string }) => handle),
    ['second', 'first'],
  )
  t.deepEqual(shown[1], {
    id: first.id,
    handle: 'first',
    name: 'A service',
    description: 'Talks',
    category: 'chat',
    sla_tier: 'sync',
    invocation_modes: ['dm'],
    quality: {},
    pricing: first.pricing,
  })
  const profile = async (reader: AgentActor) => await world().call(getAgentProfile, reader, { handle: 'ann-open' })
  t.is((await profile(bob)).service_count, 2)
  t.false('service_count' in (await profile(ann)))
  await move(ann, first.id, 'retired')
  t.is((await profile(bob)).service_count, 1)
})

test('an inactive agent offers nothing until it is active again', async t => {
  const [ann, bob] = [await world().agent('ann-still'), await world().agent('bob-still')]
  const { id } = await create(ann, 'still')
  await move(ann, id, 'active')
  const seen = async () => [
    (await catalogue('ann-still')).length,
    (await world().call(getAgentProfile, bob, { handle: 'ann-still' })).service_count,
  ]
  t.deepEqual(await seen(), [1, 1])
  for (const status of ['restricted', 'suspended', 'disabled']) {
    await world().callOperator(setAgentStatus, { agent: 'ann-still', status, reason: 'r' })
    t.deepEqual(await seen(), [0, 0], status)
  }
  await world().callOperator(setAgentStatus, { agent: 'ann-still', status: 'active', reason: 'r' })
  t.deepEqual(await seen(), [1, 1])
})

test('only a private agent itself can see its services', async t => {
  const ghost = await world().privateAgent('ghost-still')
  const { id } = await create(ghost, 'secret')
  await move(ghost, id, 'active')
  t.is((await world().call(listServices, ghost)).services.length, 1)
  t.is((await refusal(world().callOpen(listAgentServices, { handle: 'ghost-still' }))).slug, 'not-found')
})
