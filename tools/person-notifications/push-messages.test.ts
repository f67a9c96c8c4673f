import { randomBytes } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createEgress } from '../../push/egress.ts'
import { newPrivateKey, publicKeyOf } from '../../push/web-push.ts'
import { createAuthority } from '../../testing/fakes/certificates.ts'
import { createPushBrowser, type PushBrowser, vapidClaims } from '../../testing/fakes/push-browser.ts'
import { createWebhookReceiver, type WebhookReceiver } from '../../testing/fakes/webhook-receiver.ts'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { allowRecovery, asTestPerson, beginRecovery, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson } from '../../testing/fixtures/person-notifications.ts'
import { signInPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import type { PersonActor } from '../core/context.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { type Job, jobContext } from '../core/jobs/job-runner.ts'
import { deleteUser } from '../ownership/delete-user.ts'
import { rejectOwnership } from '../ownership/reject-ownership.ts'
import { requestOwner } from '../ownership/request-owner.ts'
import { endPushSubscription } from './end-push-subscription.ts'
import { mailNotificationsJob } from './mail-notifications.job.ts'
import { sendPushMessagesJob } from './send-push-messages.job.ts'
import { setNotificationDelivery } from './set-notification-delivery.ts'
import { showNotificationSettings } from './show-notification-settings.ts'
import { subscribeToPush } from './subscribe-to-push.ts'

const HOST = 'push.example.com'
const privateKey = newPrivateKey(randomBytes)
const webPush = { privateKey, publicKey: publicKeyOf(privateKey)!, subject: 'mailto:operator@colloquy.test' }
const authority = createAuthority()
let service: WebhookReceiver
let status = 201
const egress = createEgress({
  monotonic: () => performance.now(),
  ca: authority.ca,
  lookup: async host => [{ address: host === HOST ? '127.0.0.1' : '10.0.0.1', port: service.port }],
  isAllowed: ({ address }) => address === '127.0.0.1',
})
const world = useTestWorld(test, { egress, webPush })
const agent = useAgentsByHandle(world)

test.serial.before(async () => {
  service = await createWebhookReceiver(authority.issue(HOST), response => response.writeHead(status).end())
})
test.after.always(() => service.close())
test.after.always(() => egress.close())

const run = async (job: Job) => {
  const context = jobContext(world().runtime, job.name)
  if (await isTrue(context.db, job.isDue!(context.now))) await job.run(context)
}
const push = async () => {
  await run(mailNotificationsJob)
  await run(sendPushMessagesJob)
}

let made = 0
async function subscribe(person: PersonActor, browser: PushBrowser = createPushBrowser(), host = HOST) {
  const { p256dh, auth } = browser
  const endpoint = `https://${host}/send/${++made}`
  const { id } = await asTestPerson(world(), person, subscribeToPush, { endpoint, p256dh, auth })
  return { ...browser, id, endpoint }
}

async function ask(person: PersonActor, handle: string): Promise<void> {
  await world().call(requestOwner, await agent(handle), { user_id: person.user_id })
}

const countOf = async (table: 'push_subscription' | 'push_message') => {
  const statement = SQL`select count(*)::int as count from `.append(table)
  return (await world().db.one<{ count: number }>(statement)).count
}
test.serial.afterEach(async () => {
  status = 201
  service.received.length = 0
  await world().db.many(SQL`delete from push_subscription`)
})

test.serial('a notification arrives once, encrypted for the browser, signed by the server', async t => {
  const person = await newPerson(world())
  const { open, endpoint } = await subscribe(person)
  await ask(person, 'asks')
  for (const _ of [1, 2]) await Promise.all([push(), push()])
  t.is(service.received.length, 1)
  const [{ path, headers, body }] = service.received as [(typeof service.received)[number]]
  t.is(path, new URL(endpoint).pathname)
  t.like(headers, { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
  t.regex(String(headers.topic), /^[0-9a-f]{32}$/)
  const { tag, ...content } = JSON.parse(open(body))
  t.deepEqual(content, {
    title: 'Colloquy',
    body: '@asks asks you to become its owner.',
    url: 'https://colloquy.test/internal/agents',
  })
  t.is(tag, headers.topic)
  t.throws(() => createPushBrowser().open(body), { message: /unable to authenticate/ })
  const { key, claims } = await vapidClaims(String(headers.authorization))
  t.is(key, webPush.publicKey)
  t.like(claims, { aud: `https://${HOST}`, sub: webPush.subject })
  t.true(Number(claims.exp) * 1_000 > Date.now() && Number(claims.exp) * 1_000 < Date.now() + DAY)
})

test.serial('notifications that were answered or read before they are sent are not sent', async t => {
  const person = await newPerson(world())
  await subscribe(person)
  await ask(person, 'hasty')
  await run(mailNotificationsJob)
  await asTestPerson(world(), person, rejectOwnership, { agent: 'hasty' })
  await push()
  t.deepEqual([service.received.length, await countOf('push_message')], [0, 0])
})

test.serial('a subscription that its push service no longer knows is removed', async t => {
  for (const gone of [404, 410]) {
    const person = await newPerson(world())
    await subscribe(person)
    status = gone
    await ask(person, `gone-${gone}`)
    await push()
    const { push: settings } = await asTestPerson(world(), person, showNotificationSettings)
    t.deepEqual(settings.subscriptions, [], String(gone))
  }
  t.is(service.received.length, 2)
})

test.serial('a subscription with a private network address is removed without a call', async t => {
  const person = await newPerson(world())
  await subscribe(person, createPushBrowser(), 'inside.example.com')
  await ask(person, 'leads-inside')
  await push()
  t.deepEqual([service.received.length, await countOf('push_subscription')], [0, 0])
})

test.serial('a busy push service is retried later, for at most a day', async t => {
  const person = await newPerson(world())
  await subscribe(person)
  status = 503
  await ask(person, 'patient')
  await push()
  await push()
  t.is(service.received.length, 1)
  for (const wait of [MINUTE, 10 * MINUTE, HOUR]) {
    world().advance(wait)
    await push()
  }
  t.is(service.received.length, 4)
  status = 201
  world().advance(6 * HOUR)
  await push()
  t.deepEqual([service.received.length, await countOf('push_message')], [5, 0])
  status = 429
  await ask(person, 'late')
  await push()
  world().advance(DAY)
  await push()
  t.deepEqual([service.received.length, await countOf('push_message')], [6, 0])
})

test.serial('a message that is refused is dropped, and the subscription stays', async t => {
  const person = await newPerson(world())
  await subscribe(person)
  status = 413
  await ask(person, 'refused')
  await push()
  world().advance(HOUR)
  await push()
  t.deepEqual([service.received.length, await countOf('push_message'), await countOf('push_subscription')], [1, 0, 1])
})

test.serial('each topic has its setting, and a disabled one is not pushed', async t => {
  const person = await newPerson(world())
  await subscribe(person)
  const set = (setting: object) =>
    asTestPerson(world(), person, setNotificationDelivery, { topics: [{ topic: 'ownership', ...setting }] })
  await set({ delivery: 'at_once', is_pushed: false })
  await ask(person, 'not-pushed')
  await push()
  await set({ delivery: 'off', is_pushed: true })
  await ask(person, 'all-off')
  await push()
  t.is(service.received.length, 0)
  await set({ delivery: 'in_app' })
  await ask(person, 'only-pushed')
  await push()
  t.is(service.received.length, 1)
  const { topics } = await asTestPerson(world(), person, showNotificationSettings)
  t.like(topics[0], { topic: 'ownership', delivery: 'in_app', is_pushed: true })
})

test.serial('security notifications are always pushed', async t => {
  await allowRecovery(world())
  const owned = await enrollOwned(world(), 'recovers')
  await push()
  const { open } = await subscribe(owned.owner)
  service.received.length = 0
  await beginRecovery(world(), owned)
  await push()
  const texts = service.received.map(({ body }) => JSON.parse(open(body)).body)
  t.is(texts.length, 1)
  t.regex(texts[0], /^A key recovery of @recovers is running/)
})

test.serial("signing out ends a browser's notifications, and so does its owner or another person in it", async t => {
  const person = await newPerson(world())
  const other = await signInPerson(world(), person.user_id)
  const [one, two, three] = [await subscribe(person), await subscribe(other), await subscribe(other)]
  await asTestPerson(world(), other, endPushSubscription, { subscription_id: three.id })
  await t.throwsAsync(asTestPerson(world(), other, endPushSubscription, { subscription_id: three.id }), {
    message: /receives no push/,
  })
  await asTestPerson(world(), person, endSessions, { session_id: other.session_id })
  const listed = async (of: PersonActor) =>
    (await asTestPerson(world(), of, showNotificationSettings)).push.subscriptions.map(({ id }: { id: string }) => id)
  t.deepEqual(await listed(person), [one.id])
  const stranger = await newPerson(world())
  await asTestPerson(world(), stranger, subscribeToPush, { endpoint: one.endpoint, p256dh: two.p256dh, auth: two.auth })
  t.deepEqual([await listed(person), await listed(stranger)], [[], [one.id]])
})

test.serial('an expired session does not end them, a deleted person does', async t => {
  const person = await newPerson(world())
  await subscribe(person)
  await world().db.many(SQL`delete from person_session where id = ${person.session_id}`)
  t.is(await countOf('push_subscription'), 1)
  await world().callOperator(deleteUser, { user_id: person.user_id })
  t.is(await countOf('push_subscription'), 0)
})

test.serial('a person has up to 20 browsers, of which the oldest is replaced first', async t => {
  const person = await newPerson(world())
  const [first] = [await subscribe(person)]
  for (let count = 0; count < 20; count++) {
    world().advance(1)
    await subscribe(person)
  }
  const { push: settings } = await asTestPerson(world(), person, showNotificationSettings)
  t.is(settings.subscriptions.length, 20)
  t.false(settings.subscriptions.some(({ id }: { id: string }) => id === first!.id))
})

test.serial('invalid subscriptions are refused', async t => {
  const person = await newPerson(world())
  const { p256dh, auth } = createPushBrowser()
  const endpoint = `https://${HOST}/send/x`
  const offCurve = Buffer.from(p256dh, 'base64url')
  offCurve[40]! ^= 1
  for (const wrong of [
    { endpoint: 'http://push.example.com/', p256dh, auth },
    { endpoint, p256dh: offCurve.toString('base64url'), auth },
    { endpoint, p256dh: p256dh.slice(2), auth },
    { endpoint, p256dh, auth: auth.slice(2) },
  ]) {
    await t.throwsAsync(asTestPerson(world(), person, subscribeToPush, wrong), { message: /valid/i }, wrong.endpoint)
  }
})

const without = useTestWorld(test)
test('without VAPID keys there are no push notifications', async t => {
  const person = await newPerson(without())
  t.is((await asTestPerson(without(), person, showNotificationSettings)).push, null)
  const { p256dh, auth } = createPushBrowser()
  const input = { endpoint: 'https://push.example.com/send', p256dh, auth }
  await t.throwsAsync(asTestPerson(without(), person, subscribeToPush, input), { message: /sends no push/ })
})
