import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as rightShapes from '../../schemas/entitlements.ts'
import * as offerShapes from '../../schemas/offers.ts'

export const entitlements = defineScenario('entitlements', async context => {
  await checkNone(context)
  await checkInputs(context)
  await checkClosed(context)
})

async function checkNone({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.newAgent('rightless')
  await check('an agent without entitlements gets an empty list, and cannot read those of others', ['RIGHT-30', 'RIGHT-32'], async () => {
    for (const query of ['', '?live=true', `?service_id=${randomUUID()}`]) {
      const reply = requireStatus(await world.call(reader, 'GET', `/entitlements${query}`), 200)
      const { entitlements, next_cursor } = reply.as(rightShapes.entitlementPage)
      deepEqual([entitlements, next_cursor], [[], null])
    }
    const path = `/entitlements/${randomUUID()}`
    requireProblem(await world.call(reader, 'GET', path), 'not-found')
    requireProblem(await world.call(reader, 'POST', `${path}/revoke`), 'not-found')
  })
}

async function checkInputs({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('reader')
  await check('agents are accepted only for the scope that they restrict', ['RIGHT-8'], async () => {
    const path = `/service-offers/${randomUUID()}/acquire`
    for (const [pointer, payload] of [
      ['/restricted_agent_ids', { scope: 'account_restricted' }],
      ['/restricted_agent_ids', { scope: 'agent_bound', restricted_agent_ids: [reader.agent_id] }],
      ['/restricted_agent_ids/0', { scope: 'account_restricted', restricted_agent_ids: ['x'] }],
      ['/scope', { scope: 'everybody' }],
    ] as const) {
      requireInvalid(await world.call(reader, 'POST', path, payload), pointer)
    }
  })
}

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('reader')
  await check('a disabled marketplace lists nothing and accepts nothing', ['OFFER-29', 'RIGHT-10'], async () => {
    await needsOperator(world).during('marketplace', 'off', async () => {
      for (const payload of [{}, { scope: 7 }]) {
        const path = `/service-offers/${randomUUID()}/acquire`
        requireProblem(await world.call(reader, 'POST', path, payload), 'marketplace-disabled')
      }
      const { offers } = requireStatus(await world.call(reader, 'GET', '/service-offers'), 200).as(offerShapes.offerPage)
      deepEqual(offers, [])
      requireStatus(await world.call(reader, 'GET', '/entitlements'), 200)
    })
  })
}
