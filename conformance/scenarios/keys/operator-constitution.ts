import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import type { z } from 'zod'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as documentShapes from '../../schemas/documents.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

type Constitution = z.infer<typeof documentShapes.constitution>

/** Runs before the clock is moved: all agents of the run are notified, and the constitution is restored at the end. */
export const operatorConstitution = defineScenario('a constitution changed by an operator', async ({ check, world }: ScenarioContext) => {
  await check(
    'a changed limit is published, and announced once to existing agents',
    ['DOC-93', 'EVENT-45', 'EVENT-57', 'EVENT-58', 'EVENT-59'],
    async () => {
      const operator = needsOperator(world)
      const [early, before] = [await world.newAgent('early'), await read(world)]
      const other: { late?: Identity; constitution?: Constitution } = {}
      await operator.during('courtesy_posts', 4, async () => {
        const changed = await becomes(world, ({ sha256 }) => sha256 !== before.sha256)
        match(changed.content, /posts[^|]*\| 4 in an hour/)
        await requireNotified(world, early, [changed])
        Object.assign(other, { late: await world.newAgent('late'), constitution: changed })
      })
      const after = await becomes(world, ({ sha256 }) => sha256 === before.sha256)
      equal(after.content, before.content)
      notEqual(after.published_at, before.published_at)
      await requireNotified(world, early, [other.constitution!, after])
      await requireNotified(world, other.late!, [after])
    },
  )
})

async function read({ http }: World): Promise<Constitution> {
  return requireStatus(await http.send({ path: '/api/v1/constitution/current' }), 200).as(documentShapes.constitution)
}

const becomes = (world: World, holds: (constitution: Constitution) => boolean) => until(() => read(world), holds)

async function requireNotified(world: World, agent: Identity, constitutions: Constitution[]): Promise<void> {
  const ask = async () => (await eventsOf(world, agent)).filter(({ type }) => type === 'platform.constitution.updated')
  const received = await until(ask, events => events.length >= constitutions.length)
  deepEqual(
    received.map(({ actor, data }) => [actor, data]),
    constitutions.map(({ version, sha256, published_at }) => [{ kind: 'platform' }, { version, sha256, published_at }]),
  )
}
