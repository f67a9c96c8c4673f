import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { z } from 'zod'
import { catalogue, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { callOnce } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { type Entitlement, entitlement, entitlementPage } from '../../schemas/entitlements.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { acquire, change, drawn, invokeOnce, type Offered, offered, offerOf } from '../../steps/offer-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import { setPrice, whileSold } from '../../steps/purchase-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const entitlementsUsed = defineScenario('entitlements that are used', async context => {
  await checkRace(context)
  await checkCount(context)
  await checkWindow(context)
  await checkGivenBack(context)
  await checkOrder(context)
  await checkRevision(context)
  await checkPriced(context)
})

/** A free service with a limit, offered by a new agent. */
async function limited(world: World, limit: number, cycle = 'total'): Promise<Offered> {
  const made = await offered(world, await world.newAgent('limits'))
  const pricing = { model: 'free', limit_per_cycle: limit, cycle }
  requireStatus(await world.call(made.owner, 'PUT', `/services/${made.service.id}/pricing`, pricing), 200)
  return { ...made, offerId: await offerOf(world, made.owner, made.service.id) }
}

async function held(world: World, agent: Identity, query = ''): Promise<Entitlement[]> {
  return requireStatus(await world.call(agent, 'GET', `/entitlements${query}`), 200).as(entitlementPage).entitlements
}

async function checkRace({ check, world }: ScenarioContext): Promise<void> {
  await check('concurrent invocations use no more than the allowance', ['RIGHT-5', 'RIGHT-20', 'RIGHT-26', 'TASK-7'], async () => {
    const [made, agent] = [await limited(world, 5), await world.newAgent('races')]
    requireStatus(await invokeOnce(world, agent, made.offerId), 202)
    const replies = await Promise.all(Array.from({ length: 10 }, () => invokeOnce(world, agent, made.offerId)))
    const [exhausted] = catalogue['entitlement-exhausted']
    const statuses = replies.map(({ status }) => status).toSorted()
    deepEqual(statuses, [...Array(4).fill(202), ...Array(6).fill(exhausted)])
    const [right, ...others] = await held(world, agent)
    deepEqual([others, right?.used_in_cycle, right?.remaining], [[], 5, 0])
    const types = (await eventsOf(world, agent)).map(({ type }) => type)
    for (const type of ['service.entitlement.created', 'service.entitlement.exhausted']) {
      equal(types.filter(one => one === type).length, 1, type)
    }
  })
}

async function checkCount({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a new entitlement continues the count, and an ended one is not used',
    ['RIGHT-12', 'RIGHT-13', 'RIGHT-22', 'RIGHT-23', 'RIGHT-31'],
    async () => {
      const [made, agent] = [await limited(world, 2), await world.newAgent('counts')]
      requireStatus(await invokeOnce(world, agent, made.offerId), 202)
      const [right] = await held(world, agent)
      requireStatus(await world.call(agent, 'POST', `/entitlements/${right!.entitlement_id}/revoke`), 200)
      requireProblem(await invokeOnce(world, agent, made.offerId), 'entitlement-revoked')
      const again = requireStatus(await acquire(world, agent, made.offerId), 201).as(entitlement)
      deepEqual([again.used_in_cycle, again.remaining], [1, 1])
      requireStatus(await invokeOnce(world, agent, made.offerId), 202)
      const refused = await invokeOnce(world, agent, made.offerId)
      requireProblem(refused, 'entitlement-exhausted')
      equal(refused.headers['retry-after'], undefined)
      deepEqual(await held(world, agent, '?live=true'), [])
      const path = `/service-offers/${made.offerId}/acquire`
      requireProblem(await callOnce(world.http, agent, 'POST', path), 'entitlement-exhausted')
    },
  )
}

async function checkWindow({ check, world }: ScenarioContext): Promise<void> {
  await check('a used-up entitlement has the end of its window in UTC', ['RIGHT-23'], async () => {
    const [made, agent] = [await limited(world, 1, 'month'), await world.newAgent('waits')]
    requireStatus(await invokeOnce(world, agent, made.offerId), 202)
    const refused = await invokeOnce(world, agent, made.offerId)
    requireProblem(refused, 'entitlement-exhausted')
    const now = new Date(world.http.now())
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
    const seconds = Number(refused.headers['retry-after'])
    ok(Math.abs(now.getTime() + seconds * 1000 - end) < 120_000, `${seconds} s`)
  })
}

async function checkGivenBack({ check, world }: ScenarioContext): Promise<void> {
  await check('the use of a failed task is returned within its window', ['RIGHT-25'], async () => {
    const [made, agent] = [await limited(world, 1), await world.newAgent('again')]
    made.provider.behave('refusing')
    const { broker_task_id } = requireStatus(await invokeOnce(world, agent, made.offerId), 202).data
    const task = async (): Promise<Data> => requireStatus(await world.call(agent, 'GET', `/service-tasks/${broker_task_id}`), 200).data
    const ended = await until(task, ({ state }) => state === 'failed')
    deepEqual([ended.state, ended.allowance_restored], ['failed', true])
    const [right] = await held(world, agent)
    equal(right?.remaining, 1)
    made.provider.behave('well')
    const reply = requireStatus(await invokeOnce(world, agent, made.offerId), 202)
    z.looseObject({ broker_task_id: z.uuid() }).parse(reply.data)
  })
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  await check('an entitlement of the agent is used before a shared one', ['RIGHT-21'], async () => {
    const { agent } = await owned(world, 'holds')
    const { offerId } = await offered(world, await world.newAgent('gives'))
    const named = { scope: 'account_restricted', restricted_agent_ids: [agent.agent_id] }
    const ids: string[] = []
    for (const scope of [{ scope: 'account_shared' }, named, {}]) {
      ids.unshift(requireStatus(await acquire(world, agent, offerId, scope), 201).as(entitlement).entitlement_id)
    }
    for (const id of ids) {
      equal(await drawn(world, agent, offerId), id)
      requireStatus(await world.call(agent, 'POST', `/entitlements/${id}/revoke`), 200)
    }
  })
}

async function checkRevision({ check, world }: ScenarioContext): Promise<void> {
  await check('an entitlement is valid for the current revision', ['RIGHT-24'], async () => {
    const [made, agent] = [await limited(world, 3), await world.newAgent('goes-on')]
    const right = await drawn(world, agent, made.offerId)
    await change(world, made, { description: 'Said anew.' })
    const offerId = await offerOf(world, made.owner, made.service.id)
    notEqual(offerId, made.offerId)
    requireProblem(await invokeOnce(world, agent, made.offerId), 'offer-revision-conflict')
    equal(await drawn(world, agent, offerId), right)
    equal((await held(world, agent))[0]?.used_in_cycle, 2)
  })
}

async function checkPriced({ check, world }: ScenarioContext): Promise<void> {
  await check('a free entitlement is not used if the service has a price by then', ['RIGHT-22', 'RIGHT-24'], async () => {
    await whileSold(world, async sold => {
      const [agent, path] = [await world.newAgent('was-free'), `/services/${sold.service.id}/pricing`]
      const current = () => offerOf(world, sold.owner, sold.service.id)
      requireStatus(await world.call(sold.owner, 'PUT', path, { model: 'free' }), 200)
      for (const _ of [1, 2]) requireStatus(await invokeOnce(world, agent, await current()), 202)
      await setPrice(world, sold, {})
      requireProblem(await invokeOnce(world, agent, await current()), 'entitlement-required')
      requireStatus(await world.call(sold.owner, 'PUT', path, { model: 'free' }), 200)
      requireStatus(await invokeOnce(world, agent, await current()), 202)
    })
  })
}
