import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { encrypt } from '../../storage/secrets/encrypted-values.ts'
import { insertDelivery } from '../../storage/webhooks/new-deliveries.ts'
import { insertWebhook } from '../../storage/webhooks/webhook-rows.ts'
import type { RequestResponder, WebhookReceiver } from '../../testing/fakes/webhook-receiver.ts'
import { insertAgents } from '../../testing/fixtures/test-database.ts'
import { hostOf, useWebhooks } from '../../testing/fixtures/webhook-world.ts'
import { secretContext } from './webhook-attempt.ts'
import { SECRET_PREFIX } from './webhook-signature.ts'

const world = useWebhooks(test)

/** The maximum slots of one host, one address and one party, and all slots. */
const [OF_HOST, OF_ADDRESS, OF_PARTY, PLACES] = [32, 48, 64, 96]
const HOSTILE = 138

interface Made {
  name: string
  /** The address from which the agent registered it. */
  network?: string
  isFailing?: boolean
}

/** Webhooks of agents without owners, in the state after they responded, or stopped responding. */
async function makeHooks(hooks: readonly Made[]): Promise<string[]> {
  const { db, runtime } = world()
  const created_at = new Date(runtime.clock())
  const agents = await insertAgents(db, hooks.length)
  const ids = hooks.map(() => randomUUID())
  for (const [n, { name, network = randomUUID(), isFailing = false }] of hooks.entries()) {
    const id = ids[n]!
    const secret = await encrypt(db, runtime.secretKeys, Buffer.from(`${SECRET_PREFIX}${name}`), secretContext(id))
    const place = { url: `https://${hostOf(name)}/${id}`, host: hostOf(name), description: '', events: null }
    await insertWebhook(db, { ...place, id, agent_id: agents[n]!, secret, network, created_at })
    await db.many(SQL`update webhook_sending set in_failing_lane = ${isFailing} where webhook_id = ${id}`)
  }
  return ids
}

async function ping(ids: readonly string[]): Promise<void> {
  const { db, runtime } = world()
  for (const webhook_id of ids) {
    const ping = { webhook_id, event_id: randomUUID(), event_type: 'webhook.ping' }
    await insertDelivery(db, ping, new Date(runtime.clock()))
  }
}

const standingOf = async (id: string) =>
  await world().db.one<{ in_failing_lane: boolean; address: string | null }>(
    SQL`select in_failing_lane, address from webhook_sending where webhook_id = ${id}`,
  )

/** A sender with a long timeout, whatever the machine. */
const openPatient = () => world().sender({ timeoutMs: 600_000 })

/** Sends repeatedly, as a running process does, until the test ends. */
function openSending(t: ExecutionContext) {
  const sender = openPatient()
  t.teardown(async () => {
    await sender.stop()
    await world().db.many(SQL`update webhook_sending set due_at = 'infinity', leased_until = '-infinity'`)
  })
  return { look: () => void sender.sweep(), stop: () => sender.stop() }
}

/** A responsive webhook of another agent. */
async function openBystander(name: string, more: Partial<Made> = {}) {
  const receiver = await world().receiver(name)
  const ids = await makeHooks([{ name, ...more }])
  return { receiver, ids }
}

interface Hostile {
  /** The port that names resolve to. */
  port: number
  until(count: number): Promise<void>
  begun(): number
}

const asHostile = (receiver: WebhookReceiver): Hostile => ({
  port: receiver.port,
  until: receiver.until,
  begun: () => receiver.received.length,
})

/** A port that accepts connections and never sends a byte of TLS. */
async function openSilentPort(t: ExecutionContext): Promise<Hostile> {
  const sockets: Socket[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const server: Server = createServer(socket => {
    sockets.push(socket.on('error', () => {}))
    for (const { count, resolve } of waiting) if (sockets.length >= count) resolve()
  })
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    begun: () => sockets.length,
    until: count =>
      new Promise(resolve => (sockets.length >= count ? resolve() : void waiting.push({ count, resolve }))),
  }
}

const never = () => {}
const drip = (response: ServerResponse) => void response.socket!.write('H')

const WAYS: Record<string, (t: ExecutionContext) => Promise<Hostile>> = {
  'never answer': async () => asHostile(await world().receiver('hostile', never)),
  'answer byte by byte': async () => asHostile(await world().receiver('hostile', drip)),
  'do not shake hands': openSilentPort,
}

/** Distinct host names of one kind. */
let named = 0
const names = (count: number, port: number) =>
  Array.from({ length: count }, () => {
    const name = `h${named++}`
    world().resolve(name, port)
    return name
  })

for (const [way, open] of Object.entries(WAYS)) {
  test.serial(`webhooks of one host that ${way} leave slots to others`, async t => {
    const hostile = await open(t)
    const [name = ''] = names(1, hostile.port)
    const { look } = openSending(t)
    const bystander = await openBystander('beside-a-host')
    await ping(await makeHooks(Array.from({ length: HOSTILE }, () => ({ name }))))
    look()
    await hostile.until(OF_HOST)
    await ping(bystander.ids)
    look()
    await bystander.receiver.until(1)
    t.true(hostile.begun() < HOSTILE)
  })
}

test.serial('names that resolve to one address share its slots, from the second delivery on', async t => {
  let answer: RequestResponder = response => void response.writeHead(204).end()
  const receiver = await world().receiver('one-address', (...args) => answer(...args))
  const { look, stop } = openSending(t)
  const ids = await makeHooks(names(100, receiver.port).map(name => ({ name })))
  await ping(ids)
  await openPatient().sweep()
  t.is(receiver.received.length, 100)
  t.like(await standingOf(ids[0]!), { address: `127.0.0.1 ${receiver.port}`, in_failing_lane: false })
  answer = never
  const bystander = await openBystander('beside-an-address')
  await ping(ids)
  look()
  await receiver.until(100 + OF_ADDRESS)
  await ping(bystander.ids)
  look()
  await bystander.receiver.until(1)
  t.is(receiver.received.length, 100 + OF_ADDRESS)
  await stop()
})

test.serial(
  'agents without owners share the slots of the address they registered from, whatever their hosts',
  async t => {
    const hostile = asHostile(await world().receiver('one-network', never))
    const network = randomUUID()
    const { look } = openSending(t)
    const bystander = await openBystander('beside-a-network')
    await ping(await makeHooks(names(100, hostile.port).map(name => ({ name, network }))))
    look()
    await hostile.until(OF_PARTY)
    await ping(bystander.ids)
    look()
    await bystander.receiver.until(1)
    t.is(hostile.begun(), OF_PARTY)
  },
)

test.serial('when all slots are in use, calls that wait for half a second no longer count', async t => {
  const hostile = asHostile(await world().receiver('strangers', never))
  const { look } = openSending(t)
  const bystander = await openBystander('beside-strangers')
  await ping(await makeHooks(names(PLACES, hostile.port).map(name => ({ name }))))
  look()
  await hostile.until(PLACES)
  t.is(hostile.begun(), PLACES)
  await ping(bystander.ids)
  world().advance(500)
  look()
  await bystander.receiver.until(1)
})

test.serial('a host may owe a limited number of responses, and others in its network are served meanwhile', async t => {
  const hostile = asHostile(await world().receiver('slow-host', never))
  const network = randomUUID()
  const { look } = openSending(t)
  const bystander = await openBystander('same-network', { network })
  await ping(await makeHooks(Array.from({ length: 138 }, () => ({ name: 'slow-host', network }))))
  look()
  await hostile.until(OF_HOST)
  await ping(bystander.ids)
  world().advance(500)
  look()
  await bystander.receiver.until(1)
  t.is(hostile.begun(), OF_HOST)
})

test.serial('slots in the lane of unresponsive webhooks are shared too', async t => {
  const hostile = asHostile(await world().receiver('ailing-host', never))
  const { look } = openSending(t)
  const shared = { network: randomUUID(), isFailing: true }
  const bystander = await openBystander('new-one', shared)
  await ping(await makeHooks(Array.from({ length: 100 }, () => ({ name: 'ailing-host', ...shared }))))
  look()
  await hostile.until(OF_HOST)
  await ping(bystander.ids)
  world().advance(5_000)
  look()
  await bystander.receiver.until(1)
  t.is(hostile.begun(), OF_HOST)
})

test.serial('two processes each keep slots free, and take nothing twice', async t => {
  const hostile = asHostile(await world().receiver('two-processes', never))
  const senders = [openSending(t), openSending(t)]
  const bystander = await openBystander('beside-two')
  await ping(await makeHooks(Array.from({ length: 138 }, () => ({ name: 'two-processes' }))))
  for (const { look } of senders) look()
  await hostile.until(2 * OF_HOST)
  await ping(bystander.ids)
  for (const { look } of senders) look()
  await bystander.receiver.until(1)
  t.is(hostile.begun(), 2 * OF_HOST)
  t.is(bystander.receiver.received.length, 1)
})

test.serial('a late success marks a webhook as failing, a fast one as healthy', async t => {
  let tookMs = 2_000
  await world().receiver('late', response => {
    world().advance(tookMs)
    response.writeHead(204).end()
  })
  const [id = ''] = await makeHooks([{ name: 'late' }])
  const isFailing = async () => {
    await ping([id])
    await world().send()
    return (await standingOf(id)).in_failing_lane
  }
  t.true(await isFailing())
  t.true(await isFailing())
  tookMs = 1_999
  t.false(await isFailing())
  tookMs = 2_000
  t.true(await isFailing())
})

test.serial('a slow receiver gets a single delivery before others have their turn', async t => {
  const receiver = await world().receiver('slow-start', never)
  const { look } = openSending(t)
  const [id = ''] = await makeHooks([{ name: 'slow-start' }])
  for (let n = 0; n < 8; n++) await ping([id])
  look()
  await receiver.until(1)
  const bystander = await openBystander('beside-slow-start')
  await ping(bystander.ids)
  look()
  await bystander.receiver.until(1)
  t.is(receiver.received.length, 1)
})
