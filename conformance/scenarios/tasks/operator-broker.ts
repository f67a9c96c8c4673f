import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { needsOperator, type Operator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as shapes from '../../schemas/broker.ts'
import { invoke, parameterOf } from '../../steps/broker-steps.ts'
import { newlyOffered } from '../../steps/offer-steps.ts'
import { publishedIds, verifiedSignature } from '../../steps/signature-steps.ts'
import { openHook, test } from '../../steps/webhook-steps.ts'
import { needsReceivers } from '../../stubs/receiver.ts'
import type { World } from '../../world.ts'

const minute = 60
/** Ten minutes before, ten minutes after, and a margin. */
const rotation = 21 * minute

export const operatorBroker = defineScenario('keys that are rotated', async context => {
  await checkRotation(context)
  await checkRecords(context)
  await checkRequests(context)
})

const paths = { broker: '/.well-known/jwks.json', records: '/.well-known/records-jwks.json' }

async function idsOf({ http }: World, purpose: keyof typeof paths): Promise<string[]> {
  const { keys } = requireStatus(await http.send({ path: paths[purpose] }), 200).as(shapes.keySet)
  return keys.map(({ kid }) => kid)
}

/** Whether a key was created: none is while one of an earlier run is pending. */
const rotate = (operator: Operator, purpose: Parameters<Operator['rotateKey']>[0]): Promise<boolean> =>
  operator.rotateKey(purpose).then(
    () => true,
    () => false,
  )

async function checkRotation({ check, world }: ScenarioContext): Promise<void> {
  let former: string | undefined
  await check(
    'a new broker key is added to the current one, which is removed twenty minutes later',
    ['BROKER-11', 'BROKER-13'],
    async () => {
      const operator = needsOperator(world)
      const before = await idsOf(world, 'broker')
      const isNew = await rotate(operator, 'broker')
      const both = await idsOf(world, 'broker')
      equal(both.length, 2)
      equal(before.length, isNew ? 1 : 2)
      if (isNew) former = before[0]
      ok(before.every(id => both.includes(id)))
      await rejects(operator.rotateKey('broker'))
      equal((await idsOf(world, 'broker')).length, 2)
      try {
        await operator.clock(19 * minute)
        if (isNew) deepEqual(new Set(await idsOf(world, 'broker')), new Set(both))
        await operator.clock(rotation)
        const after = await idsOf(world, 'broker')
        equal(after.length, 1)
        if (isNew) equal(before.includes(after[0]!), false)
      } finally {
        await operator.clock(0)
      }
    },
  )
  await check('the current key signs until the new one has been published for a while', ['BROKER-10'], async () => {
    needsOperator(world)
    needsReceivers(world)
    if (former === undefined) skip('an earlier run had the key rotated')
    const { sent } = await invoke(world, await world.newAgent('consumer'), await newlyOffered(world))
    equal(parameterOf(sent[0]!, 'keyid'), former)
  })
}

async function checkRecords({ check, world }: ScenarioContext): Promise<void> {
  await check('a rotated key of records remains in its set', ['BROKER-12'], async () => {
    const operator = needsOperator(world)
    const former = await idsOf(world, 'records')
    const isNew = await rotate(operator, 'records')
    try {
      await operator.clock(200 * 24 * 60 * minute)
      const later = await idsOf(world, 'records')
      equal(later.length, former.length + (isNew ? 1 : 0))
      ok(later.length > 1)
      ok(former.every(id => later.includes(id)))
    } finally {
      await operator.clock(0)
    }
  })
}

async function checkRequests({ check, world }: ScenarioContext): Promise<void> {
  await check('a new key for requests is added to the current one, which signs for ten minutes', ['SIGN-5'], async () => {
    const operator = needsOperator(world)
    const { agent, hook } = await openHook(world)
    const before = await publishedIds(world)
    const isNew = await rotate(operator, 'requests')
    const both = await publishedIds(world)
    deepEqual([before.length, both.length], [isNew ? 1 : 2, 2])
    ok(before.every(id => both.includes(id)))
    await test(world, agent, hook)
    const [delivery] = await hook.receiver.until(1)
    const signature = await verifiedSignature(world, 'POST', hook.receiver.url, delivery!)
    ok(signature && before.includes(signature.parameter('keyid')))
    try {
      await operator.clock(19 * minute)
      if (isNew) deepEqual(new Set(await publishedIds(world)), new Set(both))
      await operator.clock(rotation)
      const after = await publishedIds(world)
      equal(after.length, 1)
      if (isNew) equal(before.includes(after[0]!), false)
    } finally {
      await operator.clock(0)
    }
  })
}
