import test from 'ava'
import { SQL } from 'sql-template-strings'
import { type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { createService } from './create-service.ts'
import { getService } from './get-service.ts'
import { grantServiceAccess } from './grant-service-access.ts'
import { listServiceGrants } from './list-service-grants.ts'
import { listServices } from './list-services.ts'
import { revokeServiceAccess } from './revoke-service-access.ts'
import { setServicePricing } from './set-service-pricing.ts'
import { transitionService } from './transition-service.ts'
import { updateService } from './update-service.ts'

const world = useTestWorld(test)

const create = (actor: AgentActor, handle: string, extra: object = {}) =>
  world().call(createService, actor, { handle, name: 'A service', ...extra })

const move = (actor: AgentActor, service_id: string, to: string) =>
  world().call(transitionService, actor, { service_id, to })

const refusal = async (call: Promise<unknown>) => {
  const { slug, members } = await world().refusal(call)
  return { slug, ...members }
}

test('a service is a draft with all its members, with defaults for omitted ones', async t => {
  const ann = await world().agent('ann-made')
  const { id, created_at, ...rest } = await create(ann, 'talk')
  t.deepEqual(rest, {
    owner_agent_id: ann.agent_id,
    handle: 'talk',
    name: 'A service',
    description: '',
    category: 'chat',
    visibility: null,
    status: 'draft',
    invocation_modes: ['dm'],
    capability_schema: null,
    output_schema: null,
    sla_tier: 'sync',
    updated_at: created_at,
    quality: {},
    pricing: { model: 'free', amount: null, currency: null, limit_per_cycle: null, cycle: 'total' },
  })
  t.deepEqual(await world().call(getService, ann, { service_id: id }), { id, created_at, ...rest })
})

test('the category of tasks is a slug, and general if nothing remains of it', async t => {
  const ann = await world().agent('ann-categories')
  const of = async (handle: string, extra: object) => (await create(ann, handle, extra)).category
  const invocation_modes = ['aui_task']
  t.is(await of('a', { invocation_modes }), 'general')
  t.is(await of('b', { invocation_modes, category: '  Übersetzung & Co ' }), 'ubersetzung-co')
  t.is(await of('c', { invocation_modes, category: '!!!' }), 'general')
  t.is(
    await of('d', { invocation_modes, category: '水'.repeat(64) }),
    await of('e', { invocation_modes, category: '水'.repeat(64) }),
  )
  t.true((await of('f', { invocation_modes, category: '水'.repeat(64) }))!.length <= 64)
  t.is(await of('g', { category: 'Translation' }), 'chat')
})

test('invalid services are refused with positions', async t => {
  const ann = await world().agent('ann-wrong')
  const wrong: [object, string][] = [
    [{ handle: 'with space' }, '/handle'],
    [{ handle: '' }, '/handle'],
    [{ handle: 'a'.repeat(65) }, '/handle'],
    [{ handle: 'ä' }, '/handle'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(121) }, '/name'],
    [{ description: 'x'.repeat(4_001) }, '/description'],
    [{ category: 'x'.repeat(65) }, '/category'],
    [{ visibility: 'private' }, '/visibility'],
    [{ invocation_modes: [] }, '/invocation_modes'],
    [{ invocation_modes: ['dm', 'aui_task'] }, '/invocation_modes'],
    [{ invocation_modes: ['a2a'] }, '/invocation_modes/0'],
    [{ capability_schema: [] }, '/capability_schema'],
    [
      { capability_schema: { properties: { 'a/b': { $ref: 'https://x.example' } } } },
      '/capability_schema/properties/a~1b/$ref',
    ],
    [{ output_schema: { pattern: '(?=a)' } }, '/output_schema/pattern'],
    [{ capability_schema: { description: 'x'.repeat(16_400) } }, '/capability_schema'],
  ]
  for (const [extra, pointer] of wrong) {
    const { slug, errors } = await refusal(create(ann, 'fine', extra))
    t.deepEqual([slug, errors?.[0]?.pointer], ['validation-error', pointer])
  }
  t.deepEqual(await world().call(listServices, ann), { services: [] })
})

test('a schema is stored with its members in their order', async t => {
  const ann = await world().agent('ann-schemas')
  const capability_schema = {
    type: 'object',
    properties: { to: { type: 'string', title: 'To' }, a: {} },
    required: ['to'],
  }
  const made = await create(ann, 'form', { invocation_modes: ['aui_task'], capability_schema })
  t.is(JSON.stringify(made.capability_schema), JSON.stringify(capability_schema))
})

test('a handle is reserved for its owner for good, and a repetition creates nothing', async t => {
  const [ann, bob] = [await world().agent('ann-handles'), await world().agent('bob-handles')]
  const input = { idempotency_key: 'k' }
  const { id } = await create(ann, 'one', input)
  t.is((await create(ann, 'one', input)).id, id)
  t.is((await refusal(create(ann, 'one', { ...input, name: 'Another' }))).slug, 'idempotency-conflict')
  await move(ann, id, 'retired')
  t.is((await refusal(create(ann, 'one'))).slug, 'handle-taken')
  t.is((await create(ann, 'one', input)).status, 'retired')
  t.not((await create(bob, 'one')).id, id)
})

test('at most fifty services are in use, and retired ones do not count', async t => {
  const ann = await world().agent('ann-many')
  const made = []
  for (let n = 0; n < 50; n++) made.push(await create(ann, `s${n}`))
  t.is((await refusal(create(ann, 's50'))).slug, 'service-limit')
  await move(ann, made[0]!.id, 'retired')
  const two = await Promise.allSettled([create(ann, 'x'), create(ann, 'y')])
  t.deepEqual(two.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('a list is newest first, can be filtered by state, and continues before a service', async t => {
  const ann = await world().agent('ann-lists')
  const ids: string[] = []
  for (const handle of ['a', 'b', 'c']) ids.unshift((await create(ann, handle)).id)
  await move(ann, ids[1]!, 'active')
  const list = async (input: object) =>
    (await world().call(listServices, ann, input)).services.map(({ id }: { id: string }) => id)
  t.deepEqual(await list({}), ids)
  t.deepEqual(await list({ status: 'draft' }), [ids[0], ids[2]])
  t.deepEqual(await list({ limit: 2 }), ids.slice(0, 2))
  t.deepEqual(await list({ limit: 2, before: ids[1] }), ids.slice(2))
})

test('a list of large services ends early, and continues', async t => {
  const ann = await world().agent('ann-large')
  const capability_schema = { description: 'x'.repeat(16_000) }
  const description = 'é'.repeat(4_000)
  for (let n = 0; n < 50; n++) {
    await create(ann, `s${n}`, { capability_schema, output_schema: capability_schema, description })
  }
  const seen: string[] = []
  let pages = 0
  for (let page = [{}] as ToolOutcome[]; page.length > 0; pages++) {
    page = (await world().call(listServices, ann, { before: seen.at(-1) })).services
    seen.push(...page.map(({ id }) => id))
  }
  t.true(pages > 2)
  t.is(new Set(seen).size, 50)
})

test("another agent's service is not found, for any method", async t => {
  const [ann, bob] = [await world().agent('ann-own'), await world().agent('bob-own')]
  const { id: service_id } = await create(ann, 'mine')
  await move(ann, service_id, 'active')
  const calls = (id: string) => [
    world().call(getService, bob, { service_id: id }),
    world().call(updateService, bob, { service_id: id, name: 'Mine' }),
    world().call(transitionService, bob, { service_id: id, to: 'paused' }),
    world().call(setServicePricing, bob, { service_id: id, model: 'free' }),
    world().call(grantServiceAccess, bob, { service_id: id, agent: 'ann-own' }),
    world().call(revokeServiceAccess, bob, { service_id: id, agent: 'ann-own' }),
    world().call(listServiceGrants, bob, { service_id: id }),
  ]
  const refusals = async (id: string) => Promise.all(calls(id).map(async call => JSON.stringify(await refusal(call))))
  t.deepEqual(await refusals(service_id), await refusals(world().runtime.newId()))
  t.deepEqual([...new Set(await refusals(service_id))], ['{"slug":"not-found"}'])
})

test('a service follows its state machine, and a refusal has its state', async t => {
  const ann = await world().agent('ann-states')
  const allowed: Record<string, string[]> = {
    draft: ['active', 'retired'],
    active: ['paused', 'retired'],
    paused: ['active', 'retired'],
    retired: [],
  }
  const paths: Record<string, string[]> = {
    draft: [],
    active: ['active'],
    paused: ['active', 'paused'],
    retired: ['retired'],
  }
  for (const [from, path] of Object.entries(paths)) {
    for (const to of ['active', 'paused', 'retired'] as const) {
      const { id } = await create(ann, `${from}-${to}`)
      for (const step of path) await move(ann, id, step)
      if (allowed[from]!.includes(to)) t.is((await move(ann, id, to)).status, to)
      else {
        t.deepEqual(await refusal(move(ann, id, to)), {
          slug: 'invalid-service-state-transition',
          from,
          to,
          allowed: allowed[from],
        })
      }
    }
  }
  const { id } = await create(ann, 'drafted')
  t.is((await refusal(move(ann, id, 'draft'))).slug, 'validation-error')
})

test('a retired service cannot be changed', async t => {
  const [ann] = [await world().agent('ann-retired'), await world().agent('bob-retired')]
  const { id: service_id } = await create(ann, 'old')
  await move(ann, service_id, 'retired')
  for (const call of [
    world().call(updateService, ann, { service_id, name: 'New' }),
    world().call(setServicePricing, ann, { service_id, model: 'free' }),
    world().call(grantServiceAccess, ann, { service_id, agent: 'bob-retired' }),
    world().call(revokeServiceAccess, ann, { service_id, agent: 'bob-retired' }),
  ]) {
    t.deepEqual(await refusal(call), { slug: 'service-retired-immutable' })
  }
})

test('an update changes the sent members, null clears, and immutable ones are refused with a hint', async t => {
  const ann = await world().agent('ann-changes')
  const { id: service_id } = await create(ann, 'changing', {
    invocation_modes: ['aui_task'],
    category: 'Maps',
    visibility: 'gated',
    capability_schema: { type: 'object' },
  })
  world().advance(1_000)
  const change = (input: object) => world().call(updateService, ann, { service_id, ...input })
  const changed = await change({ description: 'Finds ways', output_schema: { type: 'array' }, nonsense: 1 })
  t.like(changed, { name: 'A service', description: 'Finds ways', category: 'maps', visibility: 'gated' })
  t.deepEqual([changed.capability_schema, changed.output_schema], [{ type: 'object' }, { type: 'array' }])
  t.true(changed.updated_at > changed.created_at)
  const emptied = await change({ category: null, visibility: null, capability_schema: null, output_schema: null })
  t.like(emptied, { category: 'general', visibility: null, capability_schema: null, output_schema: null })
  for (const empty of [{}, { nonsense: 1 }, { name: null }])
    t.is((await refusal(change(empty))).slug, 'validation-error')
  const fixed = { handle: 'x', invocation_modes: ['dm'], sla_tier: 'sync', pricing: { model: 'free' } }
  for (const [name, value] of Object.entries(fixed)) {
    const { slug, hint, errors } = await refusal(change({ name: 'New', [name]: value }))
    t.deepEqual([slug, errors?.map(({ pointer }) => pointer)], ['validation-error', [`/${name}`]])
    t.truthy(hint)
  }
  t.is((await refusal(change({ capability_schema: { $ref: '#' } }))).errors?.[0]?.pointer, '/capability_schema')
  t.is((await change({ name: 'Named' })).name, 'Named')
})

test('a service counts in the storage of its owner', async t => {
  const ann = await world().agent('ann-bytes')
  const stored = async () =>
    (
      await world().db.maybeOne<{ bytes: number }>(SQL`
      select bytes::int from agent_writing where agent_id = ${ann.agent_id}`)
    )?.bytes ?? 0
  const { id: service_id } = await create(ann, 'big', { name: 'Big', description: 'é', capability_schema: { not: {} } })
  t.is(await stored(), 3 + 2 + 10)
  await world().call(updateService, ann, { service_id, description: '', capability_schema: null })
  t.is(await stored(), 3)
})

test('a free price has a limit, and any other requires payments', async t => {
  const ann = await world().agent('ann-prices')
  const { id: service_id } = await create(ann, 'priced')
  const price = (input: object) => world().call(setServicePricing, ann, { service_id, ...input })
  t.deepEqual((await price({ model: 'free', limit_per_cycle: 5, cycle: 'day' })).pricing, {
    model: 'free',
    amount: null,
    currency: null,
    limit_per_cycle: 5,
    cycle: 'day',
  })
  t.deepEqual((await price({ model: 'free' })).pricing!.limit_per_cycle, null)
  for (const model of ['one_time', 'forever', 'subscription']) {
    t.is((await refusal(price({ model, amount: '1.50', currency: 'USDC' }))).slug, 'wallet-unavailable')
  }
  for (const wrong of [
    { model: 'gift' },
    { model: 'free', amount: '1', currency: 'USDC' },
    { model: 'forever' },
    { model: 'forever', amount: '0.00', currency: 'USDC' },
    { model: 'forever', amount: '-1', currency: 'USDC' },
    { model: 'free', limit_per_cycle: 0 },
    { model: 'free', cycle: 'week' },
  ]) {
    t.is((await refusal(price(wrong))).slug, 'validation-error', JSON.stringify(wrong))
  }
})
