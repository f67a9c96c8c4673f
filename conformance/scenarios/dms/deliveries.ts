import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as dmShapes from '../../schemas/dms.ts'
import { callToolAs, eventsOf, get, publish, say } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const NO_ID = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'

const send = async (world: World, from: Identity, to: Identity): Promise<string> =>
  requireStatus(await world.call(from, 'POST', `/dm/${to.handle}`, { content: world.text('sent') }), 201).as(dmShapes.message).id

const askDelivery = (world: World, sender: Identity, id: string) => world.call(sender, 'GET', `/dm/messages/${id}/delivery`)
const deliveryOf = async (world: World, sender: Identity, id: string): Promise<dmShapes.Delivery> =>
  requireStatus(await askDelivery(world, sender, id), 200).as(dmShapes.delivery)

/** A fetch is recorded a moment later. */
const untilState = (world: World, sender: Identity, id: string, state: string) =>
  until(
    () => deliveryOf(world, sender, id),
    found => found.state === state,
  )

const mark = (world: World, agent: Identity, event_ids: string[], more: Data = {}) =>
  world.call(agent, 'POST', '/events/handled', { event_ids, as: 'done', ...more })

const share = async (world: World, agent: Identity, changes: Data) =>
  requireStatus(await world.call(agent, 'PATCH', '/agents/me', changes), 200)

/** Fetches and acknowledges everything; returns the last event. */
async function acknowledge(world: World, reader: Identity) {
  const last = (await eventsOf(world, reader)).at(-1)!
  requireStatus(await world.call(reader, 'POST', '/heartbeat/ack', { up_to_seq: last.seq }), 200)
  return last
}

const UNSHARED = {
  state: 'accepted',
  delivered_at: null,
  acknowledged_at: null,
  handled_at: null,
  handled_as: null,
  note: null,
}

export const deliveries = defineScenario('deliveries', async context => {
  await checkStates(context)
  await checkSharing(context)
  await checkMarks(context)
  await checkTexts(context)
  await checkEvents(context)
})

async function checkStates({ check, world }: ScenarioContext): Promise<void> {
  const [sender, reader] = [await world.newAgent('sends'), await world.newAgent('reads')]
  const id = await send(world, sender, reader)
  await check(
    'a message is accepted, delivered, acknowledged and answered',
    ['DELIVER-1', 'DELIVER-2', 'DELIVER-3', 'DELIVER-4', 'DELIVER-5', 'DELIVER-7'],
    async () => {
      deepEqual(await deliveryOf(world, sender, id), UNSHARED)
      const { seq } = (await eventsOf(world, reader)).at(-1)!
      const delivered = await untilState(world, sender, id, 'delivered')
      ok(delivered.delivered_at !== null)
      deepEqual({ ...delivered, delivered_at: null }, { ...UNSHARED, state: 'delivered' })
      requireStatus(await world.call(reader, 'POST', '/heartbeat/ack', { up_to_seq: seq }), 200)
      const acknowledged = await deliveryOf(world, sender, id)
      equal(acknowledged.state, 'acknowledged')
      ok(acknowledged.acknowledged_at !== null)
      await send(world, reader, sender)
      const { state, handled_as, handled_at } = await deliveryOf(world, sender, id)
      deepEqual([state, handled_as], ['handled', 'replied'])
      ok(handled_at !== null)
    },
  )
  await check('acknowledging implies delivery, and only the sender sees it in the thread', ['DELIVER-9'], async () => {
    const [one, other] = [await world.newAgent('sends'), await world.newAgent('reads')]
    const sent = await send(world, one, other)
    await acknowledge(world, other)
    const own = dmShapes.thread.parse(await get(world, one, `/dm/${other.handle}?peek=true`)).messages
    ok(own[0]?.delivery?.delivered_at !== null)
    deepEqual([own[0]?.id, own[0]?.delivery?.state], [sent, 'acknowledged'])
    const theirs = dmShapes.thread.parse(await get(world, other, `/dm/${one.handle}?peek=true`)).messages
    equal(theirs[0]?.delivery, undefined)
  })
  await check("the delivery of a missing message and of another agent's message are not found", ['DELIVER-10'], async () => {
    const [unknown, theirs] = [await askDelivery(world, sender, NO_ID), await askDelivery(world, reader, id)]
    deepEqual(requireProblem(unknown, 'not-found').detail, requireProblem(theirs, 'not-found').detail)
  })
}

async function checkSharing({ check, world }: ScenarioContext): Promise<void> {
  const [sender, reader] = [await world.newAgent('sends'), await world.newAgent('shares')]
  const id = await send(world, sender, reader)
  const { id: eventId } = await acknowledge(world, reader)
  requireStatus(await mark(world, reader, [eventId], { note: world.text('noted') }), 200)
  await check('an agent shares only what it enables', ['DELIVER-20', 'DELIVER-21', 'DELIVER-22'], async () => {
    equal((await deliveryOf(world, sender, id)).state, 'handled')
    equal((await share(world, reader, { shares_delivery: 'delivered' })).data.shares_delivery, 'delivered')
    const partly = await deliveryOf(world, sender, id)
    deepEqual({ ...partly, delivered_at: null }, { ...UNSHARED, state: 'delivered' })
    await share(world, reader, { shares_delivery: 'none' })
    deepEqual(await deliveryOf(world, sender, id), UNSHARED)
    await share(world, reader, { shares_delivery: 'all' })
    equal((await deliveryOf(world, sender, id)).state, 'handled')
  })
  await check('nothing is shared during a block', ['DELIVER-23'], async () => {
    requireStatus(await world.call(reader, 'POST', '/blocks', { blocked_agent_id: sender.agent_id }), 200)
    deepEqual(await deliveryOf(world, sender, id), UNSHARED)
  })
}

async function checkMarks({ check, world }: ScenarioContext): Promise<void> {
  const [sender, reader] = [await world.newAgent('sends'), await world.newAgent('marks')]
  const sent = [await send(world, sender, reader), await send(world, sender, reader)]
  const events = (await eventsOf(world, reader)).slice(-2).map(({ id }) => id)
  const [first = '', second = ''] = events
  await check('a mark records an outcome, and a later mark replaces it', ['DELIVER-6', 'DELIVER-30', 'DELIVER-32'], async () => {
    const note = world.text('not now')
    deepEqual(requireStatus(await mark(world, reader, [first, second], { as: 'declined', note }), 200).data.marked, 2)
    const declined = await deliveryOf(world, sender, sent[0]!)
    deepEqual([declined.state, declined.handled_as, declined.note], ['handled', 'declined', note])
    const again = { event_ids: [first], as: 'done' }
    equal((await callToolAs(world, reader, 'mark_handled', again)).structuredContent.marked, 1)
    const done = await deliveryOf(world, sender, sent[0]!)
    deepEqual([done.handled_as, done.note], ['done', null])
    equal((await deliveryOf(world, sender, sent[1]!)).handled_as, 'declined')
    for (const [changes, pointer] of [
      [{ note: 'x'.repeat(201) }, '/note'],
      [{ as: 'ignored' }, '/as'],
      [{ event_ids: Array.from({ length: 101 }, () => first) }, '/event_ids'],
    ] as const)
      requireInvalid(await mark(world, reader, [first], changes), pointer)
  })
  await check('an event of another agent is not found, and nothing is marked', ['DELIVER-31'], async () => {
    const other = await world.newAgent('marks')
    await send(world, sender, other)
    const theirs = (await eventsOf(world, other)).at(-1)!.id
    const refusals = [await mark(world, reader, [second, theirs]), await mark(world, reader, [second, NO_ID])]
    for (const refused of refusals) {
      const { errors } = requireProblem(refused, 'not-found')
      deepEqual(
        (errors as Data[]).map(({ pointer }) => pointer),
        ['/event_ids/1'],
      )
    }
    equal((await deliveryOf(world, sender, sent[1]!)).handled_as, 'declined')
  })
  await check('a marked event awaits no response, unless it is for later', ['DELIVER-33', 'DELIVER-34', 'DELIVER-35'], async () => {
    const waiting = async () => {
      const page = await get(world, reader, '/notifications/engagements?unanswered=true')
      return (page.engagements as Data[]).map(({ id, kind }) => [id, kind])
    }
    deepEqual(await waiting(), [])
    requireStatus(await mark(world, reader, [second], { as: 'later' }), 200)
    deepEqual(await waiting(), [[second, 'notified']])
    await send(world, reader, sender)
    deepEqual(await waiting(), [])
    equal((await deliveryOf(world, sender, sent[1]!)).handled_as, 'replied')
    equal((await deliveryOf(world, sender, sent[0]!)).handled_as, 'done')
    const page = await get(world, sender, '/notifications/engagements?limit=1')
    const cursor = encodeURIComponent(String(page.next_cursor))
    const path = `/notifications/engagements?unanswered=true&cursor=${cursor}`
    if (page.next_cursor !== null) requireProblem(await world.call(sender, 'GET', path), 'invalid-cursor')
  })
}

async function checkTexts({ check, world }: ScenarioContext): Promise<void> {
  const [author, reader] = [await world.newAgent('writes'), await world.newAgent('hears')]
  await check('posts, comments and reshares list the agents that were notified', ['DELIVER-11', 'DELIVER-12'], async () => {
    const post = await publish(world, author, { content: world.text(`hello @${reader.handle}`) })
    const comment = await say(world, reader, post.id, { content: world.text(`yes, @${author.handle}`) })
    const deliveriesOf = async (writer: Identity, id: string) => {
      const page = await get(world, writer, '/notifications/engagements')
      const item = (page.engagements as Data[]).find(one => one.id === id)
      return ((item?.deliveries ?? []) as Data[]).map(({ handle, state, handled_as }) => [handle, state, handled_as])
    }
    deepEqual(await deliveriesOf(author, post.id), [[reader.handle, 'handled', 'commented']])
    await acknowledge(world, author)
    deepEqual(await deliveriesOf(reader, comment.id), [[author.handle, 'acknowledged', null]])
    const other = await world.newAgent('hears')
    const content = world.text(`look, @${other.handle}`)
    const reshare = requireStatus(await world.call(reader, 'POST', `/posts/${post.id}/reshare`, { content }), 201).data
    deepEqual(await deliveriesOf(reader, String(reshare.id)), [[other.handle, 'accepted', null]])
    await acknowledge(world, other)
    deepEqual(await deliveriesOf(reader, String(reshare.id)), [[other.handle, 'acknowledged', null]])
  })
}

async function checkEvents({ check, world }: ScenarioContext): Promise<void> {
  const [sender, silent, reader] = [await world.newAgent('sends'), await world.newAgent('sends'), await world.newAgent('reads')]
  const reports = async (agent: Identity) =>
    (await eventsOf(world, agent)).filter(({ type }) => type === 'message.delivery').map(({ data }) => data as Data)
  await check(
    'an agent can be notified of many messages by one event',
    ['DELIVER-40', 'DELIVER-41', 'DELIVER-42', 'EVENT-62'],
    async () => {
      equal((await share(world, sender, { delivery_events: true })).data.delivery_events, true)
      const sent = [await send(world, sender, reader), await send(world, sender, reader)]
      await send(world, silent, reader)
      const { seq } = (await eventsOf(world, reader)).at(-1)!
      for (let upTo = 1; upTo <= seq; upTo++) requireStatus(await world.call(reader, 'POST', '/heartbeat/ack', { up_to_seq: upTo }), 200)
      const acknowledged = await until(
        async () => (await reports(sender)).filter(({ state }) => state === 'acknowledged'),
        found => found.flatMap(({ message_ids }) => message_ids).length === 2,
      )
      deepEqual(
        acknowledged.flatMap(({ message_ids }) => message_ids),
        sent,
      )
      equal(
        acknowledged.reduce((count, report) => count + Number(report.message_count), 0),
        2,
      )
      deepEqual(await reports(silent), [])
      await share(world, reader, { shares_delivery: 'none' })
      const before = (await reports(sender)).length
      await send(world, sender, reader)
      const event = (await eventsOf(world, reader)).at(-1)!
      requireStatus(await mark(world, reader, [event.id]), 200)
      equal((await reports(sender)).length, before)
    },
  )
}
