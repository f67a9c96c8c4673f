import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createEgress } from '../../push/egress.ts'
import { settledOutcome, slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { useProcesses } from '../../testing/processes/use-processes.ts'
import type { AgentActor } from '../core/context.ts'
import { setSetting } from '../settings/set-setting.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { registerWebhook } from './register-webhook.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import { replayDelivery } from './replay-delivery.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { DEFAULT_EVENTS, SENT_EVENTS } from './webhook-schema.ts'

/** Whether the name resolves to a private address by now. */
let moved = false

/** Resolves some names to private addresses, some to nothing, and all others. */
const egress = createEgress({
  monotonic: () => 0,
  async lookup(hostname) {
    if (hostname.startsWith('nowhere')) throw new Error('NXDOMAIN')
    return [
      {
        address:
          hostname.startsWith('inside') || (moved && hostname.startsWith('moved')) ? '10.0.0.1' : '93.184.215.14',
      },
    ]
  },
})
const world = useTestWorld(test, { egress })
const processes = useProcesses(test)

const URL = 'https://hooks.example.com/in'
const MISSING = '0199f3c2-6a00-7000-8000-00000000aaaa'

const register = (agent: AgentActor, input: object = {}) => world().call(registerWebhook, agent, { url: URL, ...input })

test('a webhook returns its secret once, which is stored encrypted', async t => {
  const ann = await world().agent('ann')
  const { secret, ...made } = await register(ann, { description: 'mine' })
  t.regex(secret!, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.deepEqual(made, {
    id: made.id,
    agent_id: ann.agent_id,
    url: URL,
    description: 'mine',
    events: DEFAULT_EVENTS,
    status: 'active',
    created_at: '2026-11-21T12:00:00.000Z',
    failure_count: 0,
    last_delivery_at: null,
    last_status_code: null,
    disabled_reason: null,
  })
  t.deepEqual((await world().call(listWebhooks, ann)).webhooks, [made])
  const row = await world().db.one<{ text: string }>(SQL`select w::text as text from webhook w where id = ${made.id}`)
  t.false(row.text.includes(secret!) || row.text.includes(Buffer.from(secret!).toString('hex')))
})

test('event types are stored once each; the default is all but the frequent ones', async t => {
  const bob = await world().agent('bob')
  const events = ['agent.mentioned', 'space.post.created', 'agent.mentioned']
  t.deepEqual((await register(bob, { events })).events, ['agent.mentioned', 'space.post.created'])
  for (const wrong of [[], ['nothing'], ['space.invitation.received'], 'agent.mentioned']) {
    t.is(await slugOf(register(bob, { events: wrong })), 'validation-error')
  }
  for (const type of SENT_EVENTS) {
    const { takes } = await world().db.one<{ takes: boolean }>(SQL`select webhook_wants(null, ${type}) as takes`)
    t.is(takes, DEFAULT_EVENTS.includes(type), type)
  }
})

const REFUSED: Record<string, string[]> = {
  host: ['https://inside.example.com/', 'https://nowhere.example.com/', 'https://localhost/', 'https://a.internal/'],
  scheme: ['http://hooks.example.com/', 'x', 'https:hooks.example.com', 'http://127.0.0.1/'],
  address: ['https://127.0.0.1/', 'https://93.184.215.14/', 'https://[::1]/', 'https://2130706433/'],
  userinfo: ['https://me@hooks.example.com/', 'https://me@inside.example.com/'],
  port: ['https://hooks.example.com:8443/', 'https://inside.example.com:22/'],
  fragment: ['https://hooks.example.com/#x', 'https://inside.example.com/#'],
  characters: ['https://hooks.example.com/a b', 'https://hooks.example.com\\x'],
  form: ['https://', 'https://hooks.example.com:99999/'],
}

test('a rejected URL has the violated rule; nothing is revealed about the resolution of names', async t => {
  const cid = await world().agent('cid')
  const details = new Set<string>()
  for (const [rule, urls] of Object.entries(REFUSED)) {
    const words = new Set<string>()
    for (const url of urls) {
      const { slug, message, members } = await world().refusal(register(cid, { url }))
      t.deepEqual([slug, members], ['webhook-url-refused', { rule }], url)
      words.add(message)
    }
    t.is(words.size, 1, rule)
    details.add([...words].join())
  }
  t.is(details.size, Object.keys(REFUSED).length)
  t.is(await slugOf(register(cid, { url: `https://hooks.example.com/${'x'.repeat(2_048)}` })), 'validation-error')
  const { id } = await register(cid)
  t.is(await slugOf(world().call(updateWebhook, cid, { webhook_id: id, url: REFUSED.host![0] })), 'webhook-url-refused')
})

test('an update changes only its members; a new secret is returned on request', async t => {
  const dan = await world().agent('dan')
  const { id, secret } = await register(dan, { description: 'old' })
  const update = (input: object) => world().call(updateWebhook, dan, { webhook_id: id, ...input })
  t.like(await update({ url: 'https://other.example.com/' }), { url: 'https://other.example.com/', description: 'old' })
  t.like(await update({ events: ['agent.mentioned'], description: '' }), {
    events: ['agent.mentioned'],
    description: '',
  })
  t.like(await update({ enabled: false }), { status: 'disabled', disabled_reason: 'agent' })
  for (const [tool, input] of [
    [testWebhook, {}],
    [replayDeliveries, { since: '2026-11-21T00:00:00Z' }],
    [replayDelivery, { delivery_id: MISSING }],
  ] as const) {
    t.is(await slugOf(world().call(tool, dan, { webhook_id: id, ...input })), 'webhook-disabled')
  }
  const { secret: none, ...changed } = await update({ enabled: true })
  t.is(none, undefined)
  t.like(changed, { status: 'active', disabled_reason: null })
  const { secret: next } = await update({ rotate_secret: true })
  t.regex(next!, /^whsec_/)
  t.not(next, secret)
})

test('a repetition with the key after a lost response returns the same webhook and secret', async t => {
  const ina = await world().agent('ina')
  const first = await register(ina, { idempotency_key: 'k' })
  t.deepEqual(await register(ina, { idempotency_key: 'k' }), first)
  const rotate = () =>
    world().call(updateWebhook, ina, { webhook_id: first.id, rotate_secret: true, idempotency_key: 'r' })
  t.deepEqual(await rotate(), await rotate())
  const ping = () => world().call(testWebhook, ina, { webhook_id: first.id, idempotency_key: 'p' })
  t.deepEqual(await ping(), await ping())
  t.is((await world().call(listWebhookDeliveries, ina, { webhook_id: first.id })).deliveries.length, 1)
})

test('a repetition returns the secret of its own call, and no other', async t => {
  const kim = await world().agent('kim')
  const again = () => register(kim, { idempotency_key: 'k' })
  const first = await again()
  const update = (input: object) => world().call(updateWebhook, kim, { webhook_id: first.id, ...input })
  const rotate = (idempotency_key: string) => update({ rotate_secret: true, idempotency_key })
  const described = () => update({ description: 'x', idempotency_key: 'd' })
  t.false('secret' in (await described()))
  t.is((await again()).secret, first.secret)
  const second = await rotate('r')
  t.not(second.secret, first.secret)
  t.is((await again()).secret, null)
  t.is((await rotate('r')).secret, second.secret)
  const third = await rotate('s')
  t.deepEqual([(await again()).secret, (await rotate('r')).secret], [null, null])
  t.is((await rotate('s')).secret, third.secret)
  await update({ rotate_secret: true })
  for (const repeat of [again(), rotate('r'), rotate('s')]) t.is((await repeat).secret, null)
  t.false('secret' in (await described()))
})

test('a repetition while another process rotates the secret returns its own secret or none', async t => {
  const own = processes()
  const lea = await own.agent('lea')
  const first = await own.run(0, registerWebhook, lea, { url: URL, idempotency_key: 'k' })
  const made = first.output.secret
  const again = (process: number) => own.run(process, registerWebhook, lea, { url: URL, idempotency_key: 'k' })
  const rotate = (process: number) =>
    own.run(process, updateWebhook, lea, { webhook_id: first.output.id, rotate_secret: true, idempotency_key: 'r' })
  const shown = (calls: Promise<{ output: Record<string, unknown> }>[]) =>
    Promise.allSettled(calls).then(all =>
      all.flatMap(one => (one.status === 'fulfilled' ? [one.value.output.secret] : [])),
    )
  const [registered, replaced] = await Promise.all([shown([0, 1, 0, 1].map(again)), shown([1, 0, 1, 0].map(rotate))])
  for (const secret of registered) t.true(secret === made || secret === null)
  t.is(new Set(replaced).size, 1)
  t.is((await again(1)).output.secret, null)
  t.is((await rotate(0)).output.secret, replaced[0])
})

test('a repetition is not refused for where its URL resolves by then', async t => {
  const mia = await world().agent('mia')
  const url = 'https://moved.example.com/'
  const first = await register(mia, { url, idempotency_key: 'k' })
  const update = () => world().call(updateWebhook, mia, { webhook_id: first.id, url, idempotency_key: 'u' })
  const changed = await update()
  moved = true
  t.deepEqual(await register(mia, { url, idempotency_key: 'k' }), first)
  t.deepEqual(await update(), changed)
  t.is(await slugOf(register(mia, { url, idempotency_key: 'other' })), 'webhook-url-refused')
})

test('webhooks of others, and deleted ones, are not found', async t => {
  const [eve, fay] = [await world().agent('eve'), await world().agent('fay')]
  const { id } = await register(eve)
  const calls = [
    [updateWebhook, {}],
    [deleteWebhook, {}],
    [testWebhook, {}],
    [listWebhookDeliveries, {}],
    [replayDelivery, { delivery_id: MISSING }],
    [replayDeliveries, { since: '2026-11-21T00:00:00Z' }],
  ] as const
  const refusals = async (agent: AgentActor, webhook_id: string) =>
    Promise.all(
      calls.map(([tool, input]) => slugOf(world().call(tool as never, agent, { webhook_id, ...(input as object) }))),
    )
  const none = calls.map(() => 'not-found')
  t.deepEqual(await refusals(fay, id), none)
  t.deepEqual(await world().call(deleteWebhook, eve, { webhook_id: id }), { deleted: true, webhook_id: id })
  t.deepEqual(await refusals(eve, id), none)
  t.deepEqual((await world().call(listWebhooks, eve)).webhooks, [])
})

test.serial('the webhooks of an owner, and those of a host, have a limit over all agents', async t => {
  const [gil, hal] = [await world().privateAgent('gil'), await world().privateAgent('hal')]
  await world().db.many(SQL`
    update agent set owner_id = (select owner_id from agent where id = ${gil.agent_id}) where id = ${hal.agent_id}`)
  const url = 'https://bounded.example.com/'
  await world().callOperator(setSetting, { name: 'webhooks.per_owner', value: 2 })
  await register(gil, { url })
  const { id } = await register(hal, { url: 'https://one.example.com/' })
  t.is(await slugOf(register(gil, { url: 'https://two.example.com/' })), 'webhook-limit')
  await world().callOperator(setSetting, { name: 'webhooks.per_owner', value: 30 })
  await world().callOperator(setSetting, { name: 'webhooks.per_host', value: 1 })
  t.is(await slugOf(register(hal, { url })), 'webhook-limit')
  t.is(await slugOf(world().call(updateWebhook, hal, { webhook_id: id, url })), 'webhook-limit')
  await world().callOperator(setSetting, { name: 'webhooks.per_host', value: 1_000 })
})

test('of webhooks registered and enabled concurrently in two processes three are active', async t => {
  const [one, other] = [await processes().agent('racer'), await processes().agent('other')]
  const register = (process: number, agent: AgentActor) =>
    processes().run(process, registerWebhook, agent, { url: URL })
  const outcomes = await Promise.all([0, 1, 0, 1, 0, 1].map(process => settledOutcome(register(process, one))))
  t.deepEqual(outcomes.sort(), ['done', 'done', 'done', 'webhook-limit', 'webhook-limit', 'webhook-limit'])
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    const { id } = (await register(0, other)).output as { id: string }
    ids.push(id)
    await processes().run(0, updateWebhook, other, { webhook_id: id, enabled: false })
  }
  const enabled = await Promise.all(
    ids.map((webhook_id, at) =>
      settledOutcome(processes().run(at % 2, updateWebhook, other, { webhook_id, enabled: true })),
    ),
  )
  t.deepEqual(enabled.sort(), ['done', 'done', 'done', 'webhook-limit', 'webhook-limit'])
})
