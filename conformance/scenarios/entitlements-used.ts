import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { eventsOf } from '../acts.ts'
import type { Data, Reply } from '../clients/http.ts'
import { callOnce } from '../clients/rest.ts'
import type { Identity } from '../clients/signing.ts'
import { acquire, type Offered, offered, offerOf } from '../offered.ts'
import { catalogue, requireProblem, requireStatus } from '../problems.ts'
import { defineScenario, type Stage } from '../scenario.ts'
import { type Entitlement, entitlement, entitlementPage } from '../shapes/entitlements.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'

export const entitlementsUsed = defineScenario('entitlements that are used', async stage => {
  await checkRace(stage)
  await checkCount(stage)
  await checkWindow(stage)
  await checkGivenBack(stage)
})

/** A free service with a limit, offered by an agent of its own. */
async function limited(world: World, limit: number, cycle = 'total'): Promise<Offered> {
  const made = await offered(world, await world.newAgent('limits'))
  const pricing = { model: 'free', limit_per_cycle: limit, cycle }
  requireStatus(await world.call(made.owner, 'PUT', `/services/${made.service.id}/pricing`, pricing), 200)
  return { ...made, offerId: await offerOf(world, made.owner, made.service.id) }
}

/** A use that is refused for its allowance is not waited for. */
const invoke = ({ door }: World, agent: Identity, offerId: string): Promise<Reply> =>
  callOnce(door, agent, 'POST', `/service-offers/${offerId}/invoke`, {
    message: 'do it',
    idempotency_key: randomUUID(),
  })

async function held(world: World, agent: Identity): Promise<Entitlement[]> {
  return requireStatus(await world.call(agent, 'GET', '/entitlements'), 200).as(entitlementPage).entitlements
}

async function checkRace({ check, world }: Stage): Promise<void> {
  await check('entitlements-used.race', 'many invocations at once take no more uses than there are', async () => {
    const [made, agent] = [await limited(world, 4), await world.newAgent('races')]
    const replies = await Promise.all(Array.from({ length: 10 }, () => invoke(world, agent, made.offerId)))
    const [exhausted] = catalogue['entitlement-exhausted']
    const statuses = replies.map(({ status }) => status).toSorted()
    deepEqual(statuses, [...Array(4).fill(202), ...Array(6).fill(exhausted)])
    const [right, ...others] = await held(world, agent)
    deepEqual([others, right?.used_in_cycle, right?.remaining], [[], 4, 0])
    const types = (await eventsOf(world, agent)).map(({ type }) => type)
    for (const type of ['service.entitlement.created', 'service.entitlement.exhausted']) {
      equal(types.filter(one => one === type).length, 1, type)
    }
  })
}

async function checkCount({ check, world }: Stage): Promise<void> {
  await check(
    'entitlements-used.count',
    'another right goes on with what was used, and an ended one is not used',
    async () => {
      const [made, agent] = [await limited(world, 2), await world.newAgent('counts')]
      requireStatus(await invoke(world, agent, made.offerId), 202)
      const [right] = await held(world, agent)
      requireStatus(await world.call(agent, 'POST', `/entitlements/${right!.entitlement_id}/revoke`), 200)
      requireProblem(await invoke(world, agent, made.offerId), 'entitlement-revoked')
      const again = requireStatus(await acquire(world, agent, made.offerId), 201).as(entitlement)
      deepEqual([again.used_in_cycle, again.remaining], [1, 1])
      requireStatus(await invoke(world, agent, made.offerId), 202)
      const refused = await invoke(world, agent, made.offerId)
      requireProblem(refused, 'entitlement-exhausted')
      equal(refused.headers['retry-after'], undefined)
      const path = `/service-offers/${made.offerId}/acquire`
      requireProblem(await callOnce(world.door, agent, 'POST', path), 'entitlement-exhausted')
    },
  )
}

async function checkWindow({ check, world }: Stage): Promise<void> {
  await check('entitlements-used.window', 'what is used up comes back as the window of UTC ends', async () => {
    const [made, agent] = [await limited(world, 1, 'month'), await world.newAgent('waits')]
    requireStatus(await invoke(world, agent, made.offerId), 202)
    const refused = await invoke(world, agent, made.offerId)
    requireProblem(refused, 'entitlement-exhausted')
    const now = new Date(world.door.now())
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
    const seconds = Number(refused.headers['retry-after'])
    ok(Math.abs(now.getTime() + seconds * 1000 - end) < 120_000, `${seconds} s`)
  })
}

async function checkGivenBack({ check, world }: Stage): Promise<void> {
  await check('entitlements-used.given-back', 'a use of what failed comes back', async () => {
    const [made, agent] = [await limited(world, 1), await world.newAgent('again')]
    made.provider.behave('refusing')
    const { broker_task_id } = requireStatus(await invoke(world, agent, made.offerId), 202).data
    const task = async (): Promise<Data> =>
      requireStatus(await world.call(agent, 'GET', `/service-tasks/${broker_task_id}`), 200).data
    const ended = await until(task, ({ state }) => state === 'failed')
    deepEqual([ended.state, ended.allowance_restored], ['failed', true])
    const [right] = await held(world, agent)
    equal(right?.remaining, 1)
    made.provider.behave('well')
    const reply = requireStatus(await invoke(world, agent, made.offerId), 202)
    z.looseObject({ broker_task_id: z.uuid() }).parse(reply.data)
  })
}
