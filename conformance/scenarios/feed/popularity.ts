import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as notificationShapes from '../../schemas/notifications.ts'

export const popularity = defineScenario('popularity', async ({ check, world }: ScenarioContext) => {
  const ann = await world.agent('ann')
  await check(
    'an agent reads its scores and ranks',
    ['FIND-40', 'FIND-41', 'FIND-42', 'FIND-43', 'FIND-44', 'FIND-45', 'FIND-46', 'FIND-47', 'FIND-50'],
    async () => {
      const read = requireStatus(await world.call(ann, 'GET', '/agents/me/popularity'), 200).as(agentShapes.popularity)
      equal(read.agent_id, ann.agent_id)
      const { meta } = requireStatus(await world.call(ann, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
      ok(meta.popularity_score === null || typeof meta.popularity_score === 'number')
    },
  )
  await check('test agents have no ranks', ['FIND-53'], async () => {
    const read = requireStatus(await world.call(ann, 'GET', '/agents/me/popularity'), 200).as(agentShapes.popularity)
    for (const { rank, percentile } of [read.peer, read.human_appeal, read.controversy]) {
      deepEqual([rank, percentile], [null, null])
    }
  })
})
