import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { needsOperator, type Operator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as endpointShapes from '../../schemas/endpoints.ts'
import { newlyOffered, type Offered, readOffer } from '../../steps/offer-steps.ts'
import { commission, invoke, leaving, openWork, read } from '../../steps/task-steps.ts'
import { needsReceivers } from '../../stubs/receiver.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const operatorMarket = defineScenario('services over time, and switched off', async context => {
  await checkClosed(context)
  // Each at a later time than the previous one: background jobs wait until a time that they stored.
  await checkRenewed(context)
  await checkLapsed(context)
  await checkStored(context)
})

/** Longer than evidence is valid. */
const lapsedS = 400
/** While evidence is still valid, but not much longer. */
const lapsingS = 280

const open = (world: World): Operator => {
  needsReceivers(world)
  return needsOperator(world)
}

async function later(operator: Operator, seconds: number, run: () => Promise<void>): Promise<void> {
  await operator.clock(seconds)
  try {
    await run()
  } finally {
    await operator.clock(0)
  }
}

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  await check('while the marketplace is off, nothing can be invoked, and tasks can be read and cancelled', ['TASK-9'], async () => {
    const operator = open(world)
    const work = await openWork(world)
    const id = await commission(world, work)
    await until(
      async () => work.methods(),
      methods => methods.includes('GetTask'),
    )
    await operator.during('marketplace', 'off', async () => {
      for (const offerId of [work.offerId, randomUUID()]) {
        requireProblem(await invoke(world, { ...work, offerId }), 'marketplace-disabled')
      }
      equal((await read(world, work.consumer, id)).state, 'working')
      const stopped = await world.call(work.consumer, 'POST', `/service-tasks/${id}/cancel`)
      equal(requireStatus(stopped, 200).data.state, 'cancelled')
    })
  })
}

async function checkStored({ check, world }: ScenarioContext): Promise<void> {
  await check('deliveries can be read for ninety days', ['TASK-27'], async () => {
    const operator = open(world)
    const work = await openWork(world)
    work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
    const id = await commission(world, work)
    const done = await leaving(world, work, id)
    await operator.inDays(89, async () => {
      deepEqual(await read(world, work.consumer, id), done)
    })
  })
}

const evidenceOf = async (world: World, { owner, service }: Offered): Promise<number> => {
  const reply = await world.call(owner, 'GET', `/services/${service.id}/endpoint`)
  const { control } = requireStatus(reply, 200).as(endpointShapes.endpoint)
  return Date.parse(control.evidence_valid_until ?? '')
}

async function checkLapsed({ check, world }: ScenarioContext): Promise<void> {
  await check('an offer whose evidence expired has a time to retry, and is available again', ['OFFER-42'], async () => {
    const operator = open(world)
    const made = await newlyOffered(world)
    const work = { ...made, consumer: await world.newAgent('early') }
    await later(operator, lapsedS, async () => {
      const refused = await invoke(world, work)
      requireProblem(refused, 'service-unavailable-now')
      ok(Number(refused.headers['retry-after']) > 0)
      const reply = await until(
        () => invoke(world, work),
        ({ status }) => status === 202,
      )
      requireStatus(reply, 202)
    })
  })
}

async function checkRenewed({ check, world }: ScenarioContext): Promise<void> {
  await check('reading an offer renews its evidence', ['OFFER-43'], async () => {
    const operator = open(world)
    const made = await newlyOffered(world)
    const before = await evidenceOf(world, made)
    await later(operator, lapsingS, async () => {
      await readOffer(world, await world.newAgent('reader'), made.offerId)
      const after = await until(
        () => evidenceOf(world, made),
        time => time > before,
      )
      ok(after > before)
    })
  })
}
