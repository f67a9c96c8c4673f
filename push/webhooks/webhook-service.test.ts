import { createHmac } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { verifyDelivery } from '../../clients/typescript/src/webhook.ts'
import { findEventsAfter } from '../../storage/events/visible-events.ts'
import { leaseWebhooks } from '../../storage/webhooks/webhook-leases.ts'
import { TEST_NOW } from '../../testing/fixtures/test-world.ts'
import { useWebhooks } from '../../testing/fixtures/webhook-world.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { listWebhookDeliveries } from '../../tools/webhooks/list-webhook-deliveries.ts'
import { listWebhooks } from '../../tools/webhooks/list-webhooks.ts'
import { updateWebhook } from '../../tools/webhooks/update-webhook.ts'

const world = useWebhooks(test)
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

let posted = 0
const mention = async (handle: string) => {
  const author = await writer()
  return (await world().call(postMessage, author, { content: `@${handle} ${posted++}` })).id as string
}

let author: ReturnType<ReturnType<typeof world>['agent']> | undefined
const writer = () => (author ??= world().agent('writer'))

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString())

test.serial('an event arrives once, its bytes signed in both formats', async t => {
  const ann = await world().agent('ann')
  const receiver = await world().receiver('ann')
  const { secret } = await world().register(ann, 'ann')
  await mention('ann')
  await world().send()
  await world().send()
  t.is(receiver.received.length, 1)
  await world().runtime.deliveryProgress.flush()
  t.like(await world().db.one(SQL`select * from event_progress where agent_id = ${ann.agent_id}`), {
    is_acknowledged: false,
    after_seq: 0,
    up_to_seq: 1,
  })
  const [request] = receiver.received
  const { headers, body } = request!
  const [event] = await findEventsAfter(world().db, ann.agent_id, 0, 1)
  t.deepEqual(bodyOf(request!), {
    agent_id: ann.agent_id,
    api_version: 1,
    event_id: event!.event_id,
    event_type: 'agent.mentioned',
    payload: (event!.body as { data: object }).data,
    timestamp_ms: TEST_NOW,
  })
  const keys = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value).flatMap(keys)] : []
  const { payload, ...top } = bodyOf(request!)
  for (const one of [top, payload]) t.deepEqual(keys(one), keys(one).sort())
  t.false(body.toString().includes('": '))
  const seconds = TEST_NOW / 1_000
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(`${text}${body}`)
  t.like(headers, {
    'content-type': 'application/json',
    'x-service-event': 'agent.mentioned',
    'x-service-event-id': event!.event_id,
    'x-service-attempt': '1',
    'x-service-signature': `t=${seconds},v1=${sign(secret, `${seconds}.`).digest('hex')}`,
    'webhook-id': event!.event_id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${sign(Buffer.from(secret.slice(6), 'base64'), `${event!.event_id}.${seconds}.`).digest('base64')}`,
  })
  const now = () => TEST_NOW
  const { 'webhook-signature': _, ...service } = headers
  for (const form of [headers, service]) {
    t.like(await verifyDelivery({ headers: form, body, secret, now }), { event_id: event!.event_id })
  }
})

test.serial('attempts follow the schedule, with one id, and end after ten; the log contains them', async t => {
  const bob = await world().agent('bob')
  const receiver = await world().receiver('bob', response => response.writeHead(500).end())
  const { id } = await world().register(bob, 'bob')
  await mention('bob')
  await world().send()
  const delays = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map(hours => hours * HOUR)]
  for (const [index, delay] of delays.entries()) {
    world().advance(delay - 1)
    await world().send()
    t.is(receiver.received.length, index + 1)
    world().advance(1)
    await world().send()
    t.is(receiver.received.length, index + 2)
  }
  t.is(new Set(receiver.received.map(request => bodyOf(request).event_id)).size, 1)
  t.is(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size, 10)
  t.is(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10)
  t.deepEqual(
    receiver.received.map(({ headers }) => headers['x-service-attempt']),
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  )
  world().advance(48 * HOUR)
  await world().send()
  t.is(receiver.received.length, 10)
  t.like((await world().call(listWebhookDeliveries, bob, { webhook_id: id })).deliveries, [
    {
      status: 'failed',
      attempts: 10,
      last_status_code: 500,
      next_attempt_at: null,
      delivered_at: null,
      last_attempt_id: receiver.received[9]!.headers['x-service-delivery'] as string,
    },
  ])
})

test.serial('Retry-After is respected, up to a day', async t => {
  const cid = await world().agent('cid')
  const wishes = ['120', '9999999']
  const receiver = await world().receiver('cid', response =>
    response.writeHead(wishes.length > 0 ? 503 : 204, { 'retry-after': wishes.shift() ?? '' }).end(),
  )
  await world().register(cid, 'cid')
  await mention('cid')
  await world().send()
  for (const wait of [120 * SECOND, 24 * HOUR]) {
    const before = receiver.received.length
    world().advance(wait - 1)
    await world().send()
    t.is(receiver.received.length, before)
    world().advance(1)
    await world().send()
    t.is(receiver.received.length, before + 1)
  }
})

test.serial('a 410 disables at once, and the heartbeat reports it', async t => {
  const dan = await world().agent('dan')
  const receiver = await world().receiver('dan', response => response.writeHead(410).end())
  const other = await world().receiver('dan-other')
  const { id } = await world().register(dan, 'dan')
  await world().register(dan, 'dan-other', { events: ['webhook.disabled'] })
  await mention('dan')
  await world().send()
  await world().send()
  await mention('dan')
  await world().send()
  t.is(receiver.received.length, 1)
  t.like((await world().call(listWebhooks, dan)).webhooks[0], {
    status: 'disabled',
    disabled_reason: 'gone',
    last_status_code: 410,
  })
  const disabledEvent = (await world().eventsFor(dan)).find(({ type }) => type === 'webhook.disabled')
  t.like(disabledEvent?.body.data, { webhook_id: id, reason: 'gone' })
  t.deepEqual(
    other.received.map(request => bodyOf(request).event_type),
    ['webhook.disabled'],
  )
})

test.serial('ten consecutive failed events disable; pending ones are sent when it is enabled', async t => {
  const eve = await world().agent('eve')
  let status = 500
  const receiver = await world().receiver('eve', response => response.writeHead(status).end())
  const { id } = await world().register(eve, 'eve')
  const state = async () => (await world().call(listWebhooks, eve)).webhooks[0]
  const fail = async (events: number) => {
    for (let n = 0; n < events; n++) await mention('eve')
    await world().send()
    for (const wait of [5 * SECOND, 5 * MINUTE]) {
      world().advance(wait)
      await world().send()
    }
  }
  await fail(9)
  t.like(await state(), { status: 'active', failure_count: 9 })
  status = 204
  world().advance(30 * MINUTE)
  await world().send()
  t.like(await state(), { status: 'active', failure_count: 0 })
  status = 500
  await fail(10)
  t.like(await state(), { status: 'disabled', failure_count: 10, disabled_reason: 'failing' })
  const before = receiver.received.length
  world().advance(2 * HOUR)
  await mention('eve')
  await world().send()
  t.is(receiver.received.length, before)
  status = 204
  t.like(await world().call(updateWebhook, eve, { webhook_id: id, enabled: true }), {
    status: 'active',
    failure_count: 0,
  })
  await world().send()
  t.is(receiver.received.length, before + 10)
})

test.serial('while an endpoint fails, ten events are tried one at a time, and all others wait', async t => {
  const pam = await world().agent('pam')
  const statuses = [204]
  let underWay = 0
  let most = 0
  const receiver = await world().receiver('pam', response => {
    most = Math.max(most, ++underWay)
    setImmediate(() => {
      underWay--
      response.writeHead(statuses.shift() ?? 500).end()
    })
  })
  const { id } = await world().register(pam, 'pam')
  await mention('pam')
  await world().send()
  for (let n = 0; n < 60; n++) await mention('pam')
  await world().eventsFor(pam)
  const senders = [world().sender(), world().sender()]
  const attempts = async () => {
    const before = receiver.received.length
    most = 0
    await Promise.all(senders.map(sender => sender.sweep()))
    return { made: receiver.received.length - before, most }
  }
  t.like(await attempts(), { made: 10 })
  t.like(await attempts(), { made: 0 })
  world().advance(5 * SECOND)
  t.like(await attempts(), { made: 10, most: 1 })
  statuses.push(204)
  world().advance(5 * MINUTE)
  // The first success releases all; the next failures hold them again.
  const { made } = await attempts()
  t.true(made <= 1 + 4 + 10, String(made))
  t.like((await world().call(listWebhooks, pam)).webhooks[0], { status: 'active' })
  for (let n = 0; n < 60; n++) statuses.push(204)
  world().advance(30 * MINUTE)
  await attempts()
  const { deliveries } = await world().call(listWebhookDeliveries, pam, { webhook_id: id, limit: 100 })
  t.deepEqual([...new Set(deliveries.map((one: { status: string }) => one.status))], ['delivered'])
  t.is(new Set(receiver.received.map(request => bodyOf(request).event_id)).size, 61)
})

test.serial(
  'an event that a suspended agent may not receive delays no other, also while its endpoint fails',
  async t => {
    const quy = await world().agent('quy')
    const receiver = await world().receiver('quy', response => response.writeHead(500).end())
    await world().register(quy, 'quy')
    for (let n = 0; n < 12; n++) await mention('quy')
    await world().send()
    world().advance(5 * SECOND)
    await world().send()
    const before = receiver.received.length
    const sent = () => receiver.received.slice(before).map(request => bodyOf(request).event_type)
    await world().callOperator(setAgentStatus, { agent: 'quy', status: 'suspended', reason: 'x' })
    await world().send()
    t.deepEqual(sent(), ['agent.status.changed'])
    world().advance(5 * SECOND)
    await world().send()
    t.deepEqual(sent(), ['agent.status.changed', 'agent.status.changed'])
  },
)

test.serial('80 hours without a success disable', async t => {
  const fay = await world().agent('fay')
  await world().receiver('fay', response => response.destroy())
  await world().register(fay, 'fay')
  const state = async () => (await world().call(listWebhooks, fay)).webhooks[0]!.disabled_reason
  await mention('fay')
  await world().send()
  world().advance(79 * HOUR)
  await mention('fay')
  await world().send()
  t.is(await state(), null)
  world().advance(HOUR)
  await world().send()
  t.is(await state(), 'no_success')
})

test.serial('several senders share the work, and each event arrives once, oldest first', async t => {
  const ida = await world().agent('ida')
  const receiver = await world().receiver('ida')
  const { id } = await world().register(ida, 'ida')
  await mention('ida')
  await world().send()
  for (let n = 0; n < 60; n++) {
    await mention('ida')
    world().advance(1)
    await world().eventsFor(ida)
  }
  await Promise.all([1, 2, 3].map(() => world().sender().sweep()))
  t.is(receiver.received.length, 61)
  const arrived = receiver.received.map(request => bodyOf(request).payload.created_at as string)
  const inOrder = arrived.toSorted()
  // Four are sent at a time, and so may overtake each other by a few positions.
  t.true(arrived.every((at, index) => Math.abs(inOrder.indexOf(at) - index) < 8))
  t.is(new Set(receiver.received.map(request => bodyOf(request).event_id)).size, 61)
  t.true(
    (await world().call(listWebhookDeliveries, ida, { webhook_id: id, limit: 100 })).deliveries.every(
      (one: { status: string }) => one.status === 'delivered',
    ),
  )
})

test.serial('the deliveries of a killed sender are sent by another after its lease', async t => {
  const jan = await world().agent('jan')
  const receiver = await world().receiver('jan')
  const { id } = await world().register(jan, 'jan')
  await mention('jan')
  await world().eventsFor(jan)
  const now = new Date(world().runtime.clock())
  const until = new Date(now.getTime() + 30 * SECOND)
  const claim = { holder: '00000000-0000-4000-8000-000000000001', isFailing: true, ids: [id], now, until }
  t.is((await leaseWebhooks(world().db, claim)).length, 1)
  await world().send()
  t.is(receiver.received.length, 0)
  world().advance(30 * SECOND)
  await world().send()
  t.is(receiver.received.length, 1)
})

test.serial('an unresponsive receiver delays nobody else', async t => {
  const [kim, leo] = [await world().agent('kim'), await world().agent('leo')]
  const hanging = await world().receiver('kim', () => {})
  const sound = await world().receiver('leo')
  const { id } = await world().register(kim, 'kim')
  await world().register(leo, 'leo')
  for (let n = 0; n < 30; n++) await mention('kim')
  for (let n = 0; n < 30; n++) await mention('leo')
  await world().eventsFor(kim)
  const sender = world().sender({ timeoutMs: 60_000 })
  const swept = sender.sweep()
  await sound.until(30)
  t.is(hanging.received.length, 1)
  await sender.stop()
  await swept
  // An attempt that was aborted when its sender stopped does not count.
  const { deliveries } = await world().call(listWebhookDeliveries, kim, { webhook_id: id, limit: 100 })
  t.is(deliveries.length, 30)
  for (const delivery of deliveries) t.like(delivery, { attempts: 0, status: 'pending' })
})
