import { deepEqual, equal } from 'node:assert/strict'
import { requireProblem } from '../../assertions/problems.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { bind, openService, put, read } from '../../steps/bound-services.ts'

const minute = 1 / (24 * 60)

export const operatorEndpoints = defineScenario('evidence that runs out', async context => {
  await checkExpiry(context)
  await checkClosed(context)
})

async function checkExpiry({ check, world }: ScenarioContext): Promise<void> {
  await check('evidence is valid for exactly five minutes', ['ENDP-22', 'ENDP-23'], async () => {
    const operator = needsOperator(world)
    const bound = await openService(world)
    const { control, verified_at } = await bind(world, bound)
    equal(Date.parse(String(control.evidence_valid_until)) - Date.parse(String(verified_at)), 300_000)
    await operator.inDays(4 * minute, async () => {
      const { status, control: seen } = await read(world, bound)
      deepEqual([status, seen.eligible], ['verified', true])
    })
    await operator.inDays(6 * minute, async () => {
      const { status, control: seen } = await read(world, bound)
      deepEqual([status, seen.eligible], ['expired', false])
    })
  })
}

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  await check('while the marketplace is off, nothing can be bound, and bindings can be read', ['ENDP-11'], async () => {
    const operator = needsOperator(world)
    const bound = await openService(world)
    const record = await bind(world, bound)
    await operator.during('marketplace', 'off', async () => {
      requireProblem(await put(world, bound), 'marketplace-disabled')
      deepEqual(await read(world, bound), record)
    })
  })
}
