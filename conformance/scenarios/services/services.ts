import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { callWithToken } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { grants, publicView, type Service, service } from '../../schemas/services.ts'
import { eventsOf, get, profileOf } from '../../steps/agent-steps.ts'
import { declare, move } from '../../steps/service-steps.ts'
import type { World } from '../../world.ts'

export const services = defineScenario('services', async context => {
  await checkDeclaring(context)
  await checkTransports(context)
  await checkWords(context)
  await checkReading(context)
  await checkOthers(context)
  await checkChanging(context)
  await checkStates(context)
  await checkPrices(context)
  await checkGrants(context)
  await checkCatalogue(context)
})

async function own(world: World, owner: Identity, query = ''): Promise<Service[]> {
  const { text } = requireStatus(await world.call(owner, 'GET', `/services${query}`), 200)
  return service.array().parse(JSON.parse(text))
}

async function checkDeclaring({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.agent('provider')
  await check('a service is a draft, with defaults for omitted members', ['SVC-1', 'SVC-2', 'SVC-3', 'SVC-80'], async () => {
    const made = await declare(world, owner)
    deepEqual([made.status, made.owner_agent_id, made.description], ['draft', owner.agent_id, ''])
    deepEqual([made.visibility, made.invocation_modes, made.category], [null, ['dm'], 'chat'])
    deepEqual([made.capability_schema, made.output_schema, made.quality, made.sla_tier], [null, null, {}, 'sync'])
    deepEqual(made.pricing, { model: 'free', amount: null, currency: null, limit_per_cycle: null, cycle: 'total' })
  })
  await check('a handle belongs to one service of an agent, for good', ['SVC-5'], async () => {
    const [made, other] = [await declare(world, owner), await world.agent('bob')]
    const send = (by: Identity) => world.call(by, 'POST', '/services', { handle: made.handle, name: 'Again' })
    requireProblem(await send(owner), 'handle-taken')
    requireStatus(await move(world, owner, made.id, 'retired'), 200)
    requireProblem(await send(owner), 'handle-taken')
    requireStatus(await send(other), 201)
  })
  await check('the same key does not create a second service', ['SVC-11'], async () => {
    const payload = { handle: `s-${randomUUID()}`, name: 'Once', idempotency_key: randomUUID() }
    const first = requireStatus(await world.call(owner, 'POST', '/services', payload), 201)
    const again = requireStatus(await world.call(owner, 'POST', '/services', payload), 201)
    deepEqual(again.data, first.data)
    equal(again.headers['idempotent-replay'], 'true')
    requireProblem(await world.call(owner, 'POST', '/services', { ...payload, name: 'Other' }), 'idempotency-conflict')
  })
}

async function checkTransports({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.agent('provider')
  await check('no route of services accepts a bearer token', ['SVC-13'], async () => {
    const [{ id }, token] = [await declare(world, owner), await world.token(owner)]
    for (const [method, path, payload] of [
      ['POST', '/services', { handle: 'by-token', name: 'By token' }],
      ['GET', '/services', {}],
      ['GET', `/services/${id}`, {}],
      ['PATCH', `/services/${id}`, { name: 'By token' }],
      ['POST', `/services/${id}/transitions`, { to: 'active' }],
      ['PUT', `/services/${id}/pricing`, { model: 'free' }],
      ['GET', `/services/${id}/grants`, {}],
    ] as const) {
      const reply = await callWithToken(world.http, token, method, path, payload)
      ok([401, 403].includes(reply.status), reply.describe())
    }
    equal((await get(world, owner, `/services/${id}`)).name, 'A service')
  })
  await check('at most fifty services are in use', ['SVC-12'], async () => {
    const many = await world.newAgent('many')
    const made = []
    for (let n = 0; n < 50; n++) made.push(await declare(world, many))
    const one = { handle: 'one-more', name: 'One more' }
    requireProblem(await world.call(many, 'POST', '/services', one), 'service-limit')
    requireStatus(await move(world, many, made[0]!.id, 'retired'), 200)
    requireStatus(await world.call(many, 'POST', '/services', one), 201)
  })
}

async function checkWords({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.agent('provider')
  const send = (more: Data) => world.call(owner, 'POST', '/services', { handle: `s-${randomUUID()}`, name: 'N', ...more })
  const wrong: [what: string, more: Data, pointer: string][] = [
    ['a handle with a blank', { handle: 'two words' }, '/handle'],
    ['a handle of 65', { handle: 'a'.repeat(65) }, '/handle'],
    ['a handle in other letters', { handle: 'hüte' }, '/handle'],
    ['no name', { name: '' }, '/name'],
    ['a name of 121', { name: 'x'.repeat(121) }, '/name'],
    ['a description of 4,001', { description: 'x'.repeat(4_001) }, '/description'],
    ['a category of 65', { category: 'x'.repeat(65) }, '/category'],
    ['no mode', { invocation_modes: [] }, '/invocation_modes'],
    ['both modes', { invocation_modes: ['dm', 'aui_task'] }, '/invocation_modes'],
    ['an unknown mode', { invocation_modes: ['post'] }, '/invocation_modes/0'],
    ['an unknown visibility', { visibility: 'private' }, '/visibility'],
  ]
  for (const [what, more, pointer] of wrong) {
    await check(`refused with its position: ${what}`, ['SVC-4', 'SVC-6', 'SVC-9', 'SVC-10'], async () =>
      requireInvalid(await send(more), pointer),
    )
  }
  await check('text of the maximum length is accepted', ['SVC-4', 'SVC-6'], async () => {
    const more = { name: '水'.repeat(120), description: '💧'.repeat(4_000), handle: `~${'!'.repeat(63)}` }
    const taken = await world.call(await world.newAgent('longest'), 'POST', '/services', more)
    const { name, description } = requireStatus(taken, 201).as(service)
    deepEqual([name, description], [more.name, more.description])
  })
  await check('a category is a slug, or general; chat for conversations', ['SVC-7', 'SVC-8'], async () => {
    const invocation_modes = ['aui_task']
    equal((await declare(world, owner, { invocation_modes, category: ' Maps  & Ways!' })).category, 'maps-ways')
    for (const category of [undefined, null, '', '—']) {
      equal((await declare(world, owner, { invocation_modes, category })).category, 'general')
    }
    equal((await declare(world, owner, { category: 'maps' })).category, 'chat')
  })
}

async function checkReading({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.newAgent('reads')
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.unshift((await declare(world, owner)).id)
  requireStatus(await move(world, owner, ids[1]!, 'active'), 200)
  const idsOf = async (query: string) => (await own(world, owner, query)).map(({ id }) => id)
  await check('the own services are an array, newest first', ['SVC-14', 'SVC-17'], async () => {
    deepEqual(await idsOf(''), ids)
    deepEqual(await get(world, owner, `/services/${ids[0]}`), { ...(await own(world, owner))[0] })
  })
  await check('the filter status omits the others', ['SVC-15'], async () => {
    deepEqual(await idsOf('?status=active'), [ids[1]])
    deepEqual(await idsOf('?status=retired'), [])
    requireInvalid(await world.call(owner, 'GET', '/services?status=lost'), '/status')
  })
  await check('a list continues before a service, and ends', ['SVC-16'], async () => {
    deepEqual(await idsOf('?limit=2'), ids.slice(0, 2))
    deepEqual(await idsOf(`?limit=2&before=${ids[1]}`), ids.slice(2))
    deepEqual(await idsOf(`?before=${ids[2]}`), [])
  })
}

async function checkOthers({ check, world }: ScenarioContext): Promise<void> {
  const [owner, other] = [await world.agent('provider'), await world.agent('bob')]
  await check('a service of another agent is a missing one, for every route', ['SVC-18'], async () => {
    const { id } = await declare(world, owner)
    requireStatus(await move(world, owner, id, 'active'), 200)
    const calls: [string, string, Data][] = [
      ['GET', '', {}],
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/transitions', { to: 'retired' }],
      ['PUT', '/pricing', { model: 'free' }],
      ['GET', '/grants', {}],
      ['PUT', `/grants/${other.handle}`, {}],
      ['DELETE', `/grants/${other.handle}`, {}],
    ]
    for (const [method, rest, payload] of calls) {
      const [foreign, missing] = [id, randomUUID()].map(one => world.call(other, method, `/services/${one}${rest}`, payload))
      requireProblem(await foreign!, 'not-found')
      deepEqual(masked((await foreign!).data), masked((await missing!).data))
    }
    deepEqual((await get(world, owner, `/services/${id}`)).status, 'active')
  })
}

async function checkChanging({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.agent('provider')
  const first = { name: 'First', category: 'maps', visibility: 'gated', capability_schema: { type: 'object' } }
  const made = await declare(world, owner, { ...first, invocation_modes: ['aui_task'] })
  const change = (payload: Data) => world.call(owner, 'PATCH', `/services/${made.id}`, payload)
  await check('an update changes its members only, and null clears a member', ['SVC-20', 'SVC-30', 'SVC-31', 'SVC-32'], async () => {
    const changed = requireStatus(await change({ description: 'Said', output_schema: { type: 'array' }, x: 1 }), 200)
    const { description, output_schema, ...same } = changed.as(service)
    deepEqual([description, output_schema], ['Said', { type: 'array' }])
    deepEqual([same.name, same.category, same.visibility, same.capability_schema], Object.values(first))
    const gone = { category: null, visibility: null, capability_schema: null, output_schema: null }
    const emptied = requireStatus(await change(gone), 200).as(service)
    deepEqual([emptied.category, emptied.visibility], ['general', null])
    deepEqual([emptied.capability_schema, emptied.output_schema], [null, null])
  })
  await check('an update without members is refused', ['SVC-32'], async () => {
    for (const payload of [{}, { x: 1 }]) requireProblem(await change(payload), 'validation-error')
  })
  await check('an immutable member is refused, with a hint', ['SVC-33'], async () => {
    const fixed = { handle: 'other', invocation_modes: ['dm'], sla_tier: 'async_days', pricing: { model: 'forever' } }
    for (const [name, value] of Object.entries(fixed)) {
      const reply = await change({ name: 'New', [name]: value })
      requireInvalid(reply, `/${name}`)
      match(String(reply.data.hint), /\w/)
    }
    equal((await get(world, owner, `/services/${made.id}`)).name, 'First')
  })
  await check('a retired service cannot be changed', ['SVC-34'], async () => {
    const [{ id }, other] = [await declare(world, owner), await world.agent('bob')]
    requireStatus(await move(world, owner, id, 'retired'), 200)
    for (const [method, rest, payload] of [
      ['PATCH', '', { name: 'New' }],
      ['PUT', '/pricing', { model: 'free' }],
      ['PUT', `/grants/${other.handle}`, {}],
      ['DELETE', `/grants/${other.handle}`, {}],
    ] as const) {
      const reply = await world.call(owner, method, `/services/${id}${rest}`, payload)
      requireProblem(reply, 'service-retired-immutable')
    }
  })
}

/** The transitions to each state, and those allowed from it. */
const states: Record<string, { transitions: string[]; allowed: string[] }> = {
  draft: { transitions: [], allowed: ['active', 'retired'] },
  active: { transitions: ['active'], allowed: ['paused', 'retired'] },
  paused: { transitions: ['active', 'paused'], allowed: ['active', 'retired'] },
  retired: { transitions: ['retired'], allowed: [] },
}

async function checkStates({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.newAgent('moves')
  for (const [from, { transitions, allowed }] of Object.entries(states)) {
    await check(
      `${from} allows its transitions, and a refusal lists them`,
      ['SVC-40', 'SVC-41', 'SVC-42', 'SVC-43', 'SVC-44'],
      async () => {
        for (const to of ['active', 'paused', 'retired']) {
          const { id } = await declare(world, owner)
          for (const step of transitions) requireStatus(await move(world, owner, id, step), 200)
          const reply = await move(world, owner, id, to)
          if (allowed.includes(to)) equal(requireStatus(reply, 200).as(service).status, to)
          else {
            const body = requireProblem(reply, 'invalid-service-state-transition')
            deepEqual([body.from, body.to, body.allowed], [from, to, allowed])
          }
        }
      },
    )
  }
  await check('an unknown state is refused', ['SVC-45'], async () => {
    const { id } = await declare(world, owner)
    for (const to of ['draft', 'deleted']) requireInvalid(await move(world, owner, id, to), '/to')
  })
}

async function checkPrices({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.agent('provider')
  const { id } = await declare(world, owner, { invocation_modes: ['aui_task'] })
  const price = (payload: Data) => world.call(owner, 'PUT', `/services/${id}/pricing`, payload)
  await check('a free service has a limit in a cycle', ['SVC-50'], async () => {
    const { pricing } = requireStatus(await price({ model: 'free', limit_per_cycle: 3, cycle: 'month' }), 200).as(service)
    deepEqual(pricing, { model: 'free', amount: null, currency: null, limit_per_cycle: 3, cycle: 'month' })
  })
  await check('without payments no service can have a price', ['SVC-51'], async () => {
    for (const model of ['one_time', 'forever', 'subscription']) {
      requireProblem(await price({ model, amount: '1.50', currency: 'USDC' }), 'wallet-unavailable')
    }
  })
  await check('an amount requires a price, and is positive', ['SVC-52'], async () => {
    requireInvalid(await price({ model: 'free', amount: '1', currency: 'USDC' }), '/amount')
    requireInvalid(await price({ model: 'forever', currency: 'USDC' }), '/amount')
    requireInvalid(await price({ model: 'forever', amount: '1' }), '/currency')
    requireInvalid(await price({ model: 'forever', amount: '0.00', currency: 'USDC' }), '/amount')
  })
}

async function checkGrants({ check, world }: ScenarioContext): Promise<void> {
  const [owner, other] = [await world.agent('provider'), await world.newAgent('let-in')]
  const { id } = await declare(world, owner, { visibility: 'gated' })
  requireStatus(await move(world, owner, id, 'active'), 200)
  const path = (agent: string) => `/services/${id}/grants/${agent}`
  await check('grants are added and removed idempotently, and listed', ['SVC-60', 'SVC-61', 'SVC-62'], async () => {
    const first = requireStatus(await world.call(owner, 'PUT', path(other.handle), {}), 200).data
    deepEqual([first.service_id, first.agent_id, first.granted], [id, other.agent_id, true])
    deepEqual(requireStatus(await world.call(owner, 'PUT', path(other.agent_id), {}), 200).data, first)
    const listed = grants.parse(await get(world, owner, `/services/${id}/grants`))
    const row = { agent_id: other.agent_id, handle: other.handle, name: other.name, granted_at: first.granted_at }
    deepEqual(listed.grants, [row])
    for (const _ of [1, 2]) {
      const taken = requireStatus(await world.call(owner, 'DELETE', path(other.handle), {}), 200).data
      deepEqual([taken.agent_id, taken.granted], [other.agent_id, false])
    }
    deepEqual(grants.parse(await get(world, owner, `/services/${id}/grants`)).grants, [])
  })
  await check('a missing agent gets no grant', ['SVC-63'], async () => {
    requireProblem(await world.call(owner, 'PUT', path(world.handle('nobody')), {}), 'not-found')
    requireProblem(await world.call(owner, 'PUT', path(randomUUID()), {}), 'not-found')
  })
  await check('nobody is notified of a grant', ['SVC-64'], async () => {
    requireStatus(await world.call(owner, 'PUT', path(other.handle), {}), 200)
    deepEqual(await eventsOf(world, other), [])
  })
}

async function checkCatalogue({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'the catalogue has active services that are not gated, and profiles count them',
    ['DOC-48', 'SVC-70', 'SVC-71', 'AGENT-35'],
    async () => {
      const [owner, other] = [await world.newAgent('offers'), await world.agent('bob')]
      const listed: string[] = []
      for (const [status, visibility] of [
        ['active', 'public'],
        ['active', null],
        ['active', 'gated'],
        ['draft', 'public'],
        ['paused', 'public'],
        ['retired', 'public'],
      ] as const) {
        const { id } = await declare(world, owner, { visibility, description: status })
        for (const to of states[status]!.transitions) requireStatus(await move(world, owner, id, to), 200)
        if (status === 'active' && visibility !== 'gated') listed.unshift(id)
        if (visibility === 'gated') requireStatus(await world.call(owner, 'PUT', `/services/${id}/grants/${other.handle}`, {}), 200)
      }
      const reply = await world.http.send({ path: `/api/v1/agents/${owner.handle}/services` })
      const shown = publicView.array().parse(requireStatus(reply, 200).data.services)
      deepEqual(
        shown.map(({ id }) => id),
        listed,
      )
      equal((await profileOf(world, other, owner.handle)).service_count, 2)
    },
  )
}
