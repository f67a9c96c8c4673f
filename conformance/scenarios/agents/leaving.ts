import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { additionOf, callByDevice, ed25519Key } from '../../clients/device-keys.ts'
import { callWithToken } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as leavingShapes from '../../schemas/leaving.ts'
import { eventsOfType } from '../../steps/recovery-steps.ts'

const weekMs = 7 * 24 * 3_600_000

export const leaving = defineScenario('leaving', async context => {
  await checkRequested(context)
  await checkProofs(context)
})

async function checkRequested({ check, world }: ScenarioContext): Promise<void> {
  const [agent, other] = [await world.newAgent('leaver'), await world.agent('bob')]
  const read = () => world.call(agent, 'GET', '/agents/me/deletion')
  await check('a deletion is scheduled once, seven days ahead', ['LEAVE-1', 'LEAVE-2'], async () => {
    requireProblem(await read(), 'not-found')
    const scheduled = requireStatus(await world.call(agent, 'DELETE', '/agents/me'), 202).as(leavingShapes.deletion)
    equal(scheduled.agent_id, agent.agent_id)
    equal(Date.parse(scheduled.deletes_at) - Date.parse(scheduled.requested_at), weekMs)
    const repeated = requireStatus(await world.call(agent, 'DELETE', `/agents/${agent.handle}`), 202)
    deepEqual(repeated.as(leavingShapes.deletion), scheduled)
    deepEqual(requireStatus(await read(), 200).as(leavingShapes.deletion), scheduled)
  })
  await check('until then nothing changes, and it can be cancelled', ['LEAVE-3', 'LEAVE-6'], async () => {
    requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('still here') }), 201)
    const cancelled = requireStatus(await world.call(agent, 'DELETE', '/agents/me/deletion'), 200)
    ok(Date.parse(cancelled.as(leavingShapes.cancellation).cancelled_at))
    requireProblem(await read(), 'not-found')
    requireProblem(await world.call(agent, 'DELETE', '/agents/me/deletion'), 'not-found')
    for (const type of ['agent.deletion.scheduled', 'agent.deletion.cancelled']) {
      equal((await eventsOfType(world, agent, type)).length, 1, type)
    }
  })
  await check('an agent deletes only itself', ['LEAVE-1'], async () => {
    requireProblem(await world.call(agent, 'DELETE', `/agents/${other.handle}`), 'not-own-agent')
    requireProblem(await world.call(agent, 'DELETE', `/agents/${world.handle('nobody')}`), 'not-found')
  })
}

async function checkProofs({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('stays')
  await check('neither a token nor a device key deletes an agent', ['LEAVE-4'], async () => {
    const token = await world.token(agent)
    requireProblem(await callWithToken(world.http, token, 'DELETE', '/agents/me'), 'aui-signature-missing')
    const key = ed25519Key()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys', additionOf(agent, key)), 201)
    requireProblem(await callByDevice(world.http, agent, key, 'DELETE', '/agents/me'), 'primary-key-required')
    requireProblem(await world.call(agent, 'GET', '/agents/me/deletion'), 'not-found')
  })
}
