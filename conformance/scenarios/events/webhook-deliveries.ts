import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { eventsOf, follow, publish } from '../../steps/agent-steps.ts'
import { createSpace } from '../../steps/space-steps.ts'
import { addHook, deliveriesOf, hooksOf, openHook, test } from '../../steps/webhook-steps.ts'
import { type Delivery, needsReceivers, signaturesThatHold } from '../../stubs/receiver.ts'
import { patienceMs, until } from '../../until.ts'

const mentionType = 'agent.mentioned'
const bodyOf = ({ text }: Delivery) => JSON.parse(text)
const attemptOf = ({ headers }: Delivery) => headers['x-service-delivery']

export const webhookDeliveries = defineScenario('webhooks: payloads and signatures', async context => {
  checkWaiting(context)
  await checkBody(context)
  await checkInvitations(context)
  await checkRotated(context)
  await checkSpacePosts(context)
  await checkGone(context)
  await checkLog(context)
  await checkMissed(context)
  await checkSilence(context)
  await checkCrowd(context)
})

/** The required form of the body: keys in order, no white space. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map(key => [key, inOrder((value as Record<string, unknown>)[key])]),
  )
}

async function checkBody({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a mention is sent as in the heartbeat, signed in both formats',
    [
      'WEBHOOK-30',
      'WEBHOOK-31',
      'WEBHOOK-32',
      'WEBHOOK-33',
      'WEBHOOK-34',
      'WEBHOOK-35',
      'WEBHOOK-36',
      'WEBHOOK-40',
      'WEBHOOK-41',
      'WEBHOOK-42',
      'WEBHOOK-43',
      'WEBHOOK-44',
      'WEBHOOK-45',
    ],
    async () => {
      const { agent, hook } = await openHook(world)
      const before = world.http.now()
      await publish(world, await world.agent('ann'), { content: world.text(`Grüße @${agent.handle} 🙂`) })
      const [delivery] = (await hook.receiver.until(1, mentionType)) as [Delivery]
      const event = (await eventsOf(world, agent)).find(({ type }) => type === mentionType)!
      const { timestamp_ms, ...body } = bodyOf(delivery)
      const told = { event_id: event.id, event_type: mentionType, agent_id: agent.agent_id, api_version: 1 }
      deepEqual(body, { ...told, payload: event.data })
      ok(Math.abs(timestamp_ms - before) < 60_000)
      equal(delivery.text, JSON.stringify(inOrder(bodyOf(delivery))))
      ok(Buffer.byteLength(delivery.text) <= 20_480)
      const { headers } = delivery
      deepEqual([headers['x-service-event'], headers['x-service-event-id']], [mentionType, event.id])
      deepEqual([headers['x-service-attempt'], headers['webhook-id']], ['1', event.id])
      match(String(attemptOf(delivery)), /^[0-9a-f-]{36}$/)
      match(String(headers['x-service-signature']), /^t=\d+,v1=[0-9a-f]{64}$/)
      match(String(headers['webhook-signature']), /^v1,[A-Za-z0-9+/]{43}=$/)
      deepEqual(signaturesThatHold(delivery, hook.secret), ['service', 'standard'])
    },
  )
}

async function checkInvitations({ check, world }: ScenarioContext): Promise<void> {
  await check('an invitation is sent once, as space.invite', ['WEBHOOK-38'], async () => {
    const { agent, hook } = await openHook(world)
    const room = await createSpace(world, await world.agent('ann'))
    requireStatus(await room.ask(await world.agent('ann'), 'POST', '/invite', { invitee_handle: agent.handle }), 201)
    await hook.receiver.until(1, 'space.invite')
    await test(world, agent, hook)
    await hook.receiver.until(1, 'webhook.ping')
    ok(!hook.receiver.deliveries.some(one => bodyOf(one).event_type === 'space.invitation.received'))
  })
}

async function checkRotated({ check, world }: ScenarioContext): Promise<void> {
  await check('after a rotation both secrets sign, only in webhook-signature', ['WEBHOOK-46', 'WEBHOOK-47'], async () => {
    const { agent, hook } = await openHook(world)
    const { secret } = requireStatus(await world.call(agent, 'PUT', hook.path, { rotate_secret: true }), 200).data
    await test(world, agent, hook)
    const [delivery] = (await hook.receiver.until(1)) as [Delivery]
    deepEqual(signaturesThatHold(delivery, String(secret)), ['service', 'standard'])
    deepEqual(signaturesThatHold(delivery, hook.secret), ['standard'])
    equal(String(delivery.headers['x-service-signature']).split('v1=').length, 2)
  })
  await check('after two rotations the first secret no longer signs', ['WEBHOOK-46'], async () => {
    const { agent, hook } = await openHook(world)
    const rotate = async () => String(requireStatus(await world.call(agent, 'PUT', hook.path, { rotate_secret: true }), 200).data.secret)
    const [former, present] = [await rotate(), await rotate()]
    await test(world, agent, hook)
    const [delivery] = (await hook.receiver.until(1)) as [Delivery]
    const held = [present, former, hook.secret].map(secret => signaturesThatHold(delivery, secret))
    deepEqual(held, [['service', 'standard'], ['standard'], []])
  })
}

type Four = [Identity, Identity, Identity, Identity]

async function checkSpacePosts({ check, world }: ScenarioContext): Promise<void> {
  await check('posts in a space are sent to subscribed members', ['WEBHOOK-39'], async () => {
    const receivers = needsReceivers(world)
    const { agent, hook } = await openHook(world, undefined, { events: ['space.post.created'] })
    const plain = await addHook(world, agent, await receivers.open())
    const host = await world.agent('ann')
    const room = await createSpace(world, host)
    await room.join(agent)
    const post = await room.post(host)
    const [delivery] = (await hook.receiver.until(1)) as [Delivery]
    const { event_type, payload } = bodyOf(delivery)
    equal(event_type, 'space.post.created')
    const { post_id, author_handle, excerpt, permalink } = payload
    deepEqual([post_id, author_handle, excerpt, permalink], [post.id, host.handle, post.content, post.permalink])
    ok('space_id' in payload && 'space_handle' in payload && 'author_name' in payload && 'created_at' in payload)
    ok(!(await eventsOf(world, agent)).some(({ type }) => type === event_type))
    ok(!plain.receiver.deliveries.some(one => bodyOf(one).event_type === event_type))
  })
  await check('agents that left the space or are in a block receive none', ['WEBHOOK-90', 'WEBHOOK-91'], async () => {
    const host = await world.newAgent('parted')
    const room = await createSpace(world, host)
    const choosing = { events: ['space.post.created'] }
    const hooked = await Promise.all([1, 2, 3, 4].map(() => openHook(world, undefined, choosing)))
    const [member, left, blocking, blocked] = hooked.map(({ agent }) => agent) as Four
    for (const one of [member, left, blocking, blocked]) await room.join(one)
    await room.leave(left)
    const block = async (by: Identity, { agent_id }: Identity) =>
      requireStatus(await world.call(by, 'POST', '/blocks', { blocked_agent_id: agent_id }), 200)
    await block(blocking, host)
    await block(host, blocked)
    await room.post(host)
    await hooked[0]!.hook.receiver.until(1)
    for (const { agent, hook } of hooked.slice(1)) deepEqual(await deliveriesOf(world, agent, hook), [])
  })
}

function checkWaiting({ background }: ScenarioContext): void {
  background(
    'a failed event is sent again in 5 seconds, under the same id',
    ['WEBHOOK-30', 'WEBHOOK-43', 'WEBHOOK-44', 'WEBHOOK-48', 'WEBHOOK-50', 'WEBHOOK-51', 'WEBHOOK-60', 'WEBHOOK-62'],
    async world => {
      const { agent, hook } = await openHook(world, count =>
        count === 1 ? { status: 302, headers: { location: 'https://example.com/' } } : { status: 204 },
      )
      await test(world, agent, hook)
      const [first, second] = (await hook.receiver.until(2)) as [Delivery, Delivery]
      equal(bodyOf(first).event_id, bodyOf(second).event_id)
      const attempts = [first, second].map(({ headers }) => headers['x-service-attempt'])
      deepEqual(attempts, ['1', '2'])
      ok(attemptOf(first) !== attemptOf(second))
      const laterMs = bodyOf(second).timestamp_ms - bodyOf(first).timestamp_ms
      // By the server's time, since a late arrival does not show when it was sent. The next delay would be 5 minutes.
      ok(laterMs >= 3_500 && laterMs <= patienceMs, `${laterMs} ms`)
      for (const one of [first, second]) deepEqual(signaturesThatHold(one, hook.secret), ['service', 'standard'])
    },
  )
  background('an unresponsive endpoint delays no other', ['WEBHOOK-52', 'WEBHOOK-63', 'WEBHOOK-64'], async world => {
    const silent = await openHook(world, () => 'silence')
    const { agent, hook } = await openHook(world)
    for (let n = 0; n < 5; n++) await test(world, silent.agent, silent.hook)
    await silent.hook.receiver.until(1)
    for (let n = 0; n < 5; n++) await test(world, agent, hook)
    await hook.receiver.until(5)
    ok(silent.hook.receiver.deliveries.length <= 4)
    const heldMs = (await silent.hook.receiver.deliveries[0]?.heldMs) ?? 0
    // On a slow machine, the connection takes a part of the attempt that is not measured here.
    ok(heldMs > 8_000 && heldMs < patienceMs, `${heldMs} ms`)
  })
}

async function checkGone({ check, world }: ScenarioContext): Promise<void> {
  await check('a 410 disables the webhook, and the heartbeat has the event', ['WEBHOOK-65', 'WEBHOOK-68'], async () => {
    const { agent, hook } = await openHook(world, () => ({ status: 410 }))
    await test(world, agent, hook)
    await hook.receiver.until(1)
    await deliveriesOf(world, agent, hook, ([one]) => one?.status === 'failed')
    const isDelivered = async () => (await eventsOf(world, agent)).find(({ type }) => type === 'webhook.disabled')
    const told = await until(isDelivered, Boolean)
    const { webhook_id, reason, disabled_at } = told?.data ?? {}
    deepEqual([webhook_id, reason, typeof disabled_at], [hook.id, 'gone', 'string'])
    const [one] = await hooksOf(world, agent)
    deepEqual([one?.status, one?.disabled_reason, one?.last_status_code], ['disabled', 'gone', 410])
  })
}

async function checkLog({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'deliveries are listed, and replayed individually or since a time',
    [
      'WEBHOOK-27',
      'WEBHOOK-80',
      'WEBHOOK-81',
      'WEBHOOK-82',
      'WEBHOOK-83',
      'WEBHOOK-84',
      'WEBHOOK-85',
      'WEBHOOK-86',
      'WEBHOOK-88',
      'WEBHOOK-93',
      'WEBHOOK-94',
    ],
    async () => {
      const { agent, hook } = await openHook(world)
      const since = new Date(world.http.now() - 60_000).toISOString()
      await publish(world, await world.agent('ann'), { content: world.text(`@${agent.handle}`) })
      await hook.receiver.until(1)
      const id = await test(world, agent, hook)
      const page = await deliveriesOf(world, agent, hook, all => all.length === 2 && all.every(one => one.status === 'delivered'))
      const types = page.map(({ event_type }) => event_type)
      deepEqual(types, ['webhook.ping', mentionType])
      deepEqual([page[0]?.id, page[0]?.event_id], [id, id])
      const [ping] = (await hook.receiver.until(1, 'webhook.ping')) as [Delivery]
      equal(page[0]?.last_attempt_id, attemptOf(ping))
      for (const one of page) {
        deepEqual([one.attempts, one.last_status_code, one.next_attempt_at], [1, 204, null])
        ok(one.delivered_at && one.last_attempt_at)
      }
      const mention = page[1]!.id
      const replayed = requireStatus(await world.call(agent, 'POST', `${hook.path}/deliveries/${mention}/replay`), 202).data
      deepEqual([replayed.delivery_id, replayed.event_id], [mention, mention])
      const sent = await hook.receiver.until(2, mentionType)
      equal(new Set(sent.map(one => bodyOf(one).event_id)).size, 1)
      const again = await deliveriesOf(world, agent, hook, all => all.every(one => one.status === 'delivered'))
      equal(again[1]?.last_attempt_id, attemptOf(sent[1]!))
      equal(new Set([id, mention, ...[ping, ...sent].map(attemptOf)]).size, 5)
      const { queued, has_more } = requireStatus(await world.call(agent, 'POST', `${hook.path}/replay`, { since }), 202).data
      deepEqual([queued, has_more], [1, false])
      await hook.receiver.until(3, mentionType)
    },
  )
}

async function checkMissed({ check, world }: ScenarioContext): Promise<void> {
  await check('events missed while disabled are sent by a replay, of its types', ['WEBHOOK-10', 'WEBHOOK-88', 'WEBHOOK-92'], async () => {
    const { agent, hook } = await openHook(world, undefined, { events: [mentionType] })
    const since = new Date(world.http.now() - 60_000).toISOString()
    const put = async (enabled: boolean) => requireStatus(await world.call(agent, 'PUT', hook.path, { enabled }), 200).data
    ok((await put(false)).disabled_reason)
    const ann = await world.agent('ann')
    await follow(world, ann, agent)
    await publish(world, ann, { content: world.text(`@${agent.handle}`) })
    equal((await eventsOf(world, agent)).length, 2)
    equal((await put(true)).disabled_reason, null)
    const id = await test(world, agent, hook)
    await hook.receiver.until(1)
    const listed = async () => (await deliveriesOf(world, agent, hook)).map(one => one.id)
    deepEqual(await listed(), [id])
    const reply = await world.call(agent, 'POST', `${hook.path}/replay`, { since })
    equal(requireStatus(reply, 202).data.queued, 1)
    await hook.receiver.until(1, mentionType)
    equal((await listed()).length, 2)
  })
}

async function checkSilence({ check, world }: ScenarioContext): Promise<void> {
  await check('nothing reveals why an attempt had no response', ['WEBHOOK-87', 'WEBHOOK-93'], async () => {
    const { agent, hook } = await openHook(world, () => 'reset')
    await test(world, agent, hook)
    await hook.receiver.until(1)
    const [one] = await deliveriesOf(world, agent, hook)
    deepEqual([one?.status, one?.attempts, one?.last_attempt_at, one?.last_status_code], ['pending', 0, null, null])
    equal(one?.last_attempt_id, null)
  })
}

/** Three webhooks each: more than the server sends to concurrently. */
const crowd = 23
const hooksEach = 3
const mentionedAtOnce = 5
/** Shorter than the timeout of an attempt (WEBHOOK-52). */
const givenUpMs = 14_000

async function checkCrowd({ check, world }: ScenarioContext): Promise<void> {
  await check('many unresponsive webhooks at one host delay none at another', ['WEBHOOK-71'], async () => {
    const receivers = needsReceivers(world)
    let way: 'answer' | 'silence' | 'leave' = 'answer'
    const receiver = await receivers.openElsewhere(() => (way === 'silence' ? way : { status: way === 'answer' ? 204 : 410 }))
    const agents = await Promise.all(Array.from({ length: crowd }, () => world.newAgent('crowded')))
    for (let n = 0; n < hooksEach; n++) await Promise.all(agents.map(one => addHook(world, one, receiver)))
    const [{ agent, hook }, writer] = [await openHook(world), await world.newAgent('writer')]
    const tellAll = async () => {
      for (let from = 0; from < crowd; from += mentionedAtOnce) {
        const mentions = agents.slice(from, from + mentionedAtOnce).map(({ handle }) => `@${handle}`)
        await publish(world, writer, { content: world.text(mentions.join(' ')) })
      }
    }
    await Promise.all([tellAll(), test(world, agent, hook)])
    await receiver.until(crowd * hooksEach)
    await hook.receiver.until(1)
    const isNoted = (hooks: { last_status_code: number | null }[]) => hooks.every(one => one.last_status_code !== null)
    for (const one of agents) ok(isNoted(await until(() => hooksOf(world, one), isNoted, 20_000)))
    way = 'silence'
    await tellAll()
    // Once its heartbeat returns that event, all deliveries to the others are due.
    await eventsOf(world, agents.at(-1)!)
    await test(world, agent, hook)
    const [, arrived] = await hook.receiver.until(2)
    const waitedMs = arrived!.at - receiver.deliveries[crowd * hooksEach]!.at
    ok(waitedMs < givenUpMs, `it arrived ${waitedMs} ms after the first of the crowd`)
    way = 'leave'
  })
}
