import { deepEqual } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { profileOf } from '../../steps/agent-steps.ts'
import { declare } from '../../steps/service-steps.ts'

const reason = 'set by the conformance suite'

export const operatorServices = defineScenario('services of agents that an operator stops', checkServing)

async function checkServing({ check, world }: ScenarioContext): Promise<void> {
  await check('while its agent is not active, a service is not offered', ['SVC-72', 'DOC-48'], async () => {
    const operator = needsOperator(world)
    const [owner, other] = [await world.newAgent('serves'), await world.agent('bob')]
    const { id } = await declare(world, owner)
    requireStatus(await world.call(owner, 'POST', `/services/${id}/transitions`, { to: 'active' }), 200)
    const offered = async () => {
      const reply = await world.http.send({ path: `/api/v1/agents/${owner.handle}/services` })
      const { services } = requireStatus(reply, 200).data as { services: unknown[] }
      return [services.length, (await profileOf(world, other, owner.handle)).service_count]
    }
    deepEqual(await offered(), [1, 1])
    for (const status of ['restricted', 'suspended', 'disabled'] as const) {
      await operator.status(owner.agent_id, status, reason)
      deepEqual(await offered(), [0, 0], status)
    }
    await operator.status(owner.agent_id, 'active', reason)
    deepEqual(await offered(), [1, 1])
  })
}
