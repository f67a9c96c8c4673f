import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { eventsOf, publish } from '../../steps/agent-steps.ts'
import { deliveriesOf, type Hook, hooksOf, openHook, test } from '../../steps/webhook-steps.ts'
import { type Delivery, needsReceivers, signaturesThatHold } from '../../stubs/receiver.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const [minute, hour] = [60, 3600]
/** The delay before each attempt after the first, in seconds; up to a fifth may be added. */
const delays = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map(hours => hours * hour)]
const late = 1.25
const patienceMs = 20_000

const bodyOf = ({ text }: Delivery) => JSON.parse(text)

export const operatorWebhooks = defineScenario('webhooks: retries over time', async context => {
  await checkSchedule(context)
  await checkFailing(context)
  await checkFew(context)
  await checkPatience(context)
  await checkWords(context)
  await checkSecrets(context)
})

/** Waits until the server has recorded that many attempts of each delivery. */
const noted = (world: World, agent: Identity, hook: Hook, count: number) =>
  deliveriesOf(world, agent, hook, all => all.every(({ attempts }) => attempts >= count))

/** Advances the clock until that many attempts have arrived. */
async function wait({ world }: ScenarioContext, agent: Identity, hook: Hook, count: number): Promise<number> {
  const operator = needsOperator(world)
  let seconds = 0
  for (let attempts = 1; attempts < count; attempts++) {
    await noted(world, agent, hook, attempts)
    seconds += Math.ceil(delays[attempts - 1]! * late)
    await operator.clock(seconds)
    await hook.receiver.until(attempts + 1)
  }
  await noted(world, agent, hook, count)
  return seconds
}

/** Sends one more event, whose arrival shows that everything due before it has been sent. */
async function sendAnother(world: World): Promise<void> {
  const { agent, hook } = await openHook(world)
  await test(world, agent, hook)
  await hook.receiver.until(1)
}

async function checkSchedule(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  await check('there are at most ten attempts, and the event stays in the heartbeat', ['WEBHOOK-60', 'WEBHOOK-69'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    const { agent, hook } = await openHook(world, () => ({ status: 500 }))
    try {
      await publish(world, await world.agent('ann'), { content: world.text(`@${agent.handle}`) })
      await hook.receiver.until(1)
      const seconds = await wait(context, agent, hook, 10)
      await operator.clock(seconds + 30 * hour)
      await sendAnother(world)
      // When the clock jumps, the lease of a process may expire, and another process sends the same attempt.
      const times = hook.receiver.deliveries
        .map(one => bodyOf(one).timestamp_ms / 1000)
        .filter((time, index, all) => index === 0 || time - all[index - 1]! > 1)
      equal(times.length, 10)
      for (const [index, delay] of delays.entries()) ok(times[index + 1]! - times[index]! >= delay * 0.79, `${index}`)
      const [delivery] = await deliveriesOf(world, agent, hook)
      deepEqual([delivery?.status, delivery?.attempts], ['failed', 10])
      ok((await eventsOf(world, agent)).some(({ id }) => id === delivery?.event_id))
    } finally {
      await operator.clock(0)
    }
  })
}

const disabled = (world: World, agent: Identity) =>
  until(
    () => hooksOf(world, agent),
    ([one]) => one?.status === 'disabled',
    patienceMs,
  )

async function checkFailing({ check, world }: ScenarioContext): Promise<void> {
  await check('ten consecutive failed events disable a webhook, and enabling it resets them', ['WEBHOOK-23', 'WEBHOOK-66'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    let status = 500
    const { agent, hook } = await openHook(world, () => ({ status }))
    try {
      for (let n = 0; n < 10; n++) await test(world, agent, hook)
      await noted(world, agent, hook, 1)
      await operator.clock(10)
      await noted(world, agent, hook, 2)
      await operator.clock(10 + 7 * minute)
      await hook.receiver.until(30)
      const [one] = await disabled(world, agent)
      deepEqual([one?.status, one?.disabled_reason, one?.failure_count], ['disabled', 'failing', 10])
      status = 204
      const enabled = requireStatus(await world.call(agent, 'PUT', hook.path, { enabled: true }), 200).data
      deepEqual([enabled.status, enabled.failure_count, enabled.disabled_reason], ['active', 0, null])
    } finally {
      await operator.clock(0)
    }
  })
}

async function checkFew({ check, world }: ScenarioContext): Promise<void> {
  await check('while attempts fail, ten events are retried and all others wait', ['WEBHOOK-70'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    let status = 500
    const { agent, hook } = await openHook(world, () => ({ status }))
    const countTried = () => new Set(hook.receiver.deliveries.map(one => bodyOf(one).event_id)).size
    try {
      for (const name of ['ann', 'bob', 'cid', 'dee']) {
        const writer = await world.agent(name)
        for (let n = 0; n < 3; n++) await publish(world, writer, { content: world.text(`@${agent.handle}`) })
      }
      await hook.receiver.until(10)
      await deliveriesOf(world, agent, hook, all => all.filter(({ attempts }) => attempts > 0).length >= 10)
      await sendAnother(world)
      equal(countTried(), 10)
      status = 204
      await operator.clock(7 * minute)
      while (countTried() < 12) await hook.receiver.until(hook.receiver.deliveries.length + 1)
    } finally {
      await operator.clock(0)
    }
  })
}

async function checkPatience({ check, world }: ScenarioContext): Promise<void> {
  await check('Retry-After of a 503 is respected', ['WEBHOOK-61'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    const { agent, hook } = await openHook(world, count =>
      count === 1 ? { status: 503, headers: { 'retry-after': '3600' } } : { status: 204 },
    )
    try {
      await test(world, agent, hook)
      await hook.receiver.until(1)
      await noted(world, agent, hook, 1)
      await operator.clock(50 * minute)
      await sendAnother(world)
      equal(hook.receiver.deliveries.length, 1)
      await operator.clock(61 * minute)
      await hook.receiver.until(2)
    } finally {
      await operator.clock(0)
    }
  })
  await check('failures over 80 hours without a success disable a webhook', ['WEBHOOK-67'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    const { agent, hook } = await openHook(world, () => ({ status: 500 }))
    try {
      await test(world, agent, hook)
      await hook.receiver.until(1)
      await noted(world, agent, hook, 1)
      await operator.clock(81 * hour)
      await hook.receiver.until(2)
      const [one] = await disabled(world, agent)
      deepEqual([one?.status, one?.disabled_reason], ['disabled', 'no_success'])
    } finally {
      await operator.clock(0)
    }
  })
}

async function checkWords(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  await check('a later attempt has no content of a deleted post', ['WEBHOOK-37'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    const ann = await world.agent('ann')
    const { agent, hook } = await openHook(world, count => ({ status: count === 1 ? 500 : 204 }))
    try {
      const { id } = await publish(world, ann, { content: world.text(`@${agent.handle}`) })
      await hook.receiver.until(1)
      requireStatus(await world.call(ann, 'DELETE', `/posts/${id}`), 200)
      await operator.clock(7)
      const [first, second] = (await hook.receiver.until(2)).map(bodyOf)
      ok(first.payload.excerpt.includes(agent.handle))
      deepEqual(second.payload, { ...first.payload, excerpt: '' })
    } finally {
      await operator.clock(0)
    }
  })
}

async function checkSecrets(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  await check('a day after a rotation the previous secret no longer signs', ['WEBHOOK-46'], async () => {
    const operator = needsOperator(world)
    needsReceivers(world)
    const { agent, hook } = await openHook(world)
    const { secret } = requireStatus(await world.call(agent, 'PUT', hook.path, { rotate_secret: true }), 200).data
    try {
      await operator.clock(24 * hour + 10)
      await test(world, agent, hook)
      const [delivery] = (await hook.receiver.until(1)) as [Delivery]
      deepEqual(signaturesThatHold(delivery, hook.secret), [])
      deepEqual(signaturesThatHold(delivery, String(secret)), ['service', 'standard'])
    } finally {
      await operator.clock(0)
    }
  })
}
