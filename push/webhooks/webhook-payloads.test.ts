import test from 'ava'
import { verifyDelivery } from '../../clients/typescript/src/webhook.ts'
import { maintainParts } from '../../storage/partitions/partition-upkeep.ts'
import { DELIVERIES } from '../../storage/partitions/partitioned-tables.ts'
import type { RequestResponder } from '../../testing/fakes/webhook-receiver.ts'
import { useWebhooks } from '../../testing/fixtures/webhook-world.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'
import { deletePost } from '../../tools/posts/delete-post.ts'
import { postInSpace } from '../../tools/posts/post-in-space.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { joinSpace } from '../../tools/spaces/join-space.ts'
import { deleteWebhook } from '../../tools/webhooks/delete-webhook.ts'
import { listWebhookDeliveries } from '../../tools/webhooks/list-webhook-deliveries.ts'
import { replayDeliveries } from '../../tools/webhooks/replay-deliveries.ts'
import { replayDelivery } from '../../tools/webhooks/replay-delivery.ts'
import { testWebhook } from '../../tools/webhooks/test-webhook.ts'
import { updateWebhook } from '../../tools/webhooks/update-webhook.ts'
import { ATTEMPT_MS } from './webhook-attempt.ts'

const world = useWebhooks(test)
const [SECOND, HOUR] = [1_000, 3_600_000]

let posted = 0
let author: Promise<AgentActor> | undefined
const writer = () => (author ??= world().agent('writer'))
const mention = async (handle: string) =>
  (await world().call(postMessage, await writer(), { content: `@${handle} ${posted++}` })).id as string

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString())
const typesIn = ({ received }: { received: { body: Buffer }[] }) => received.map(one => bodyOf(one).event_type)

test.serial('an event whose content was hidden meanwhile is sent without its text', async t => {
  const gil = await world().agent('gil')
  let status = 500
  const receiver = await world().receiver('gil', response => response.writeHead(status).end())
  await world().register(gil, 'gil')
  const post_id = await mention('gil')
  await world().send()
  await world().call(deletePost, await writer(), { post_id })
  status = 204
  world().advance(5 * SECOND)
  await world().send()
  const [first, second] = receiver.received.map(bodyOf)
  t.regex(first.payload.excerpt, /^@gil/)
  t.deepEqual(second.payload, { ...first.payload, excerpt: '' })
})

test.serial('a replaced secret signs in addition to the new one for a day, in one of the formats only', async t => {
  const hal = await world().agent('hal')
  const receiver = await world().receiver('hal')
  const { id, secret: former } = await world().register(hal, 'hal')
  const { secret } = await world().call(updateWebhook, hal, { webhook_id: id, rotate_secret: true })
  t.not(secret, former)
  const now = world().runtime.clock
  const holds = async (key: string, at: number) => {
    const { headers, body } = receiver.received[at]!
    const { 'webhook-signature': _, ...service } = headers
    const check = (form: typeof service) =>
      verifyDelivery({ headers: form, body, secret: key, now }).then(
        () => true,
        () => false,
      )
    return [await check(headers), await check(service)]
  }
  await mention('hal')
  await world().send()
  t.deepEqual(
    [await holds(secret!, 0), await holds(former, 0)],
    [
      [true, true],
      [true, false],
    ],
  )
  world().advance(24 * HOUR)
  await mention('hal')
  await world().send()
  t.deepEqual(
    [await holds(secret!, 1), await holds(former, 1)],
    [
      [true, true],
      [false, false],
    ],
  )
})

test.serial('a holder of either secret verifies all deliveries during a rotation', async t => {
  const una = await world().agent('una')
  const secrets: string[] = []
  const verified: Promise<unknown>[] = []
  const receiver = await world().receiver('una', (response, { headers, body }) => {
    const { 'x-service-signature': _, ...standard } = headers
    const now = world().runtime.clock
    const [newest, former] = [secrets.at(-1)!, secrets.at(-2)!]
    const check = (secret: string) => verifyDelivery({ headers: standard, body, secret, now })
    // A delivery that was in flight during the rotation has only the former signature.
    verified.push(check(newest).catch(() => check(former)))
    response.writeHead(204).end()
  })
  const { id, secret } = await world().register(una, 'una')
  secrets.push(secret, secret)
  const rotate = async () =>
    void secrets.push((await world().call(updateWebhook, una, { webhook_id: id, rotate_secret: true })).secret!)
  const senders = [world().sender(), world().sender()]
  for (let round = 0; round < 8; round++) {
    for (let n = 0; n < 6; n++) await mention('una')
    await world().eventsFor(una)
    await Promise.all([...senders.map(sender => sender.sweep()), rotate()])
  }
  // A sender that found the row locked by a rotation left it for the next run.
  await world().send()
  t.is(receiver.received.length, 48)
  await t.notThrowsAsync(Promise.all(verified))
})

test.serial('a replaced secret signs no response to a challenge', async t => {
  const ugo = await world().agent('ugo')
  let change = async () => {}
  const receiver = await world().receiver('ugo', response => {
    const done = receiver.received.length === 1 ? change() : Promise.resolve()
    void done.then(() => response.writeHead(204).end())
  })
  const { id } = await world().register(ugo, 'ugo')
  let secret = ''
  change = async () => {
    secret = (await world().call(updateWebhook, ugo, { webhook_id: id, rotate_secret: true })).secret!
    world().advance(SECOND)
  }
  for (let n = 0; n < 6; n++) await mention('ugo')
  await world().send()
  t.is(receiver.received.length, 6)
  for (const { headers, body } of receiver.received.slice(1)) {
    await t.notThrowsAsync(verifyDelivery({ headers, body, secret, now: world().runtime.clock }))
  }
})

test.serial('a post in a space is sent to the webhooks of subscribed members, and is in no log', async t => {
  const [host, guest, far] = [await world().agent('host'), await world().agent('guest'), await world().agent('far')]
  await world().call(createSpace, host, { handle: 'den', name: 'Den' })
  await world().call(joinSpace, guest, { space_handle: 'den' })
  const events = ['space.post.created']
  const [ofGuest, ofHost, ofFar] = [
    await world().receiver('guest'),
    await world().receiver('host'),
    await world().receiver('far'),
  ]
  const plain = await world().receiver('guest-plain')
  for (const [agent, name] of [
    [guest, 'guest'],
    [host, 'host'],
    [far, 'far'],
  ] as const) {
    await world().register(agent, name, { events })
  }
  await world().register(guest, 'guest-plain')
  const { id, permalink } = await world().call(postInSpace, host, { space_handle: 'den', content: 'come in' })
  await world().send()
  await world().send()
  t.deepEqual(
    [ofGuest, ofHost, ofFar, plain].map(({ received }) => received.length),
    [1, 0, 0, 0],
  )
  const { event_type, payload } = bodyOf(ofGuest.received[0]!)
  t.is(event_type, 'space.post.created')
  t.like(payload, { post_id: id, space_handle: 'den', author_handle: 'host', excerpt: 'come in', permalink })
  t.deepEqual(
    (await world().eventsFor(guest)).filter(({ type }) => type === event_type),
    [],
  )
})

test.serial('such a post that was deleted meanwhile is sent without its text', async t => {
  const [mia, ned] = [await world().agent('mia'), await world().agent('ned')]
  await world().call(createSpace, mia, { handle: 'nook', name: 'Nook' })
  await world().call(joinSpace, ned, { space_handle: 'nook' })
  let status = 500
  const receiver = await world().receiver('ned', response => response.writeHead(status).end())
  await world().register(ned, 'ned', { events: ['space.post.created'] })
  const { id } = await world().call(postInSpace, mia, { space_handle: 'nook', content: 'words' })
  await world().send()
  await world().call(deletePost, mia, { post_id: id })
  status = 204
  world().advance(5 * SECOND)
  await world().send()
  t.like(bodyOf(receiver.received[1]!).payload, { post_id: id, excerpt: '', author_handle: null, space_id: null })
})

test.serial('a suspended agent receives moderation events, and the rest when it is active again', async t => {
  const ola = await world().agent('ola')
  const receiver = await world().receiver('ola')
  await world().register(ola, 'ola')
  await world().callOperator(setAgentStatus, { agent: 'ola', status: 'suspended', reason: 'x' })
  await mention('ola')
  await world().send()
  t.deepEqual(typesIn(receiver), ['agent.status.changed'])
  await world().callOperator(setAgentStatus, { agent: 'ola', status: 'active', reason: 'y' })
  await world().send()
  t.deepEqual(typesIn(receiver).sort(), ['agent.mentioned', 'agent.status.changed', 'agent.status.changed'])
})

const drip: RequestResponder = response => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}
const ANSWERS: [string, RequestResponder, string, number | null][] = [
  ['500', r => r.writeHead(500).end(), 'pending', 500],
  ['a redirect', r => r.writeHead(302, { location: 'https://elsewhere.example.com/' }).end(), 'pending', 302],
  ['a reset', r => r.destroy(), 'pending', null],
  ['silence', () => {}, 'pending', null],
  ['a drip', drip, 'delivered', 200],
  ['100 MB', r => r.writeHead(200, { 'content-length': 100_000_000 }).write(Buffer.alloc(100_000)), 'delivered', 200],
  ['what claims to be compressed', r => r.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), 'delivered', 200],
]

test.serial('whatever a receiver responds, its agent sees only the status', async t => {
  for (const [index, [title, answer, status, code]] of ANSWERS.entries()) {
    const handle = `odd-${index}`
    const agent = await world().agent(handle)
    await world().receiver(handle, answer)
    const { id } = await world().register(agent, handle)
    await world().call(testWebhook, agent, { webhook_id: id })
    await world()
      .sender({ timeoutMs: title === 'silence' ? 500 : 100_000 })
      .sweep()
    const read = async () => (await world().call(listWebhookDeliveries, agent, { webhook_id: id })).deliveries[0]
    const untold = { status: 'pending', attempts: 0, last_attempt_at: null, last_attempt_id: null } as const
    if (code === null) t.like(await read(), untold, title)
    world().advance(ATTEMPT_MS)
    t.like(await read(), { status, attempts: 1, last_status_code: code, event_type: 'webhook.ping' }, title)
    // Otherwise it becomes due in the following tests.
    await world().call(deleteWebhook, agent, { webhook_id: id })
  }
})

test.serial('one event, or all since a time, are sent again with their ids', async t => {
  const pia = await world().agent('pia')
  const receiver = await world().receiver('pia')
  await mention('pia')
  await world().eventsFor(pia)
  world().advance(HOUR)
  const since = new Date(world().runtime.clock()).toISOString()
  const { id } = await world().register(pia, 'pia')
  for (let n = 0; n < 3; n++) await mention('pia')
  await world().send()
  t.is(receiver.received.length, 3)
  const event_id = bodyOf(receiver.received[0]!).event_id as string
  t.like(await world().call(replayDelivery, pia, { webhook_id: id, delivery_id: event_id }), { event_id })
  await world().send()
  t.is(bodyOf(receiver.received[3]!).event_id, event_id)
  t.deepEqual(await world().call(replayDeliveries, pia, { webhook_id: id, since }), {
    queued: 3,
    has_more: false,
    next_since: null,
  })
  t.like(await world().call(replayDeliveries, pia, { webhook_id: id, since }), { queued: 0 })
  await world().send()
  t.is(receiver.received.length, 7)
  const all = new Date(world().runtime.clock() - 2 * HOUR).toISOString()
  t.like(await world().call(replayDeliveries, pia, { webhook_id: id, since: all }), { queued: 4 })
  await world().send()
  t.is(receiver.received.length, 11)
  t.is(new Set(receiver.received.map(one => bodyOf(one).event_id)).size, 4)
})

test.serial('deliveries are stored for seven days', async t => {
  const quin = await world().agent('quin')
  await world().receiver('quin')
  const { id } = await world().register(quin, 'quin')
  await world().call(testWebhook, quin, { webhook_id: id })
  await world().send()
  const countDeliveries = async () =>
    (await world().call(listWebhookDeliveries, quin, { webhook_id: id })).deliveries.length
  const forget = () => maintainParts(world().db, DELIVERIES, new Date(world().runtime.clock()))
  world().advance(7 * 24 * HOUR)
  await forget()
  t.is(await countDeliveries(), 1)
  world().advance(1)
  await forget()
  t.is(await countDeliveries(), 0)
})
