import { createHmac } from 'node:crypto'
import test from 'ava'
import { InvalidDelivery, type Received, verifyDelivery } from './webhook.ts'

const RAW = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
const SECRET = `whsec_${RAW.toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32).toString('base64')}`
const NOW = 1_760_000_000
const SENT = { agent_id: 'a', api_version: 1, event_id: 'e', event_type: 'agent.mentioned', payload: { x: 'ü' } }
const BODY = JSON.stringify(SENT)

const service = ({ body = BODY, secret = SECRET, at = NOW } = {}) => ({
  'X-Service-Signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
})

const standard = ({ body = BODY, raw = RAW, at = NOW, before = '' } = {}) => ({
  'webhook-id': 'e',
  'webhook-timestamp': String(at),
  'webhook-signature': `${before}v1,${createHmac('sha256', raw).update(`e.${at}.${body}`).digest('base64')}`,
})

const check = (headers: Received['headers'], given: Partial<Received> = {}) =>
  verifyDelivery({ headers, body: BODY, secret: SECRET, now: () => NOW * 1_000, ...given })

test('both forms hold, of text and of bytes', async t => {
  for (const headers of [service(), standard(), { ...service(), ...standard() }, new Headers(standard())]) {
    t.deepEqual(await check(headers), SENT as never)
    t.deepEqual(await check(headers, { body: Buffer.from(BODY) }), SENT as never)
  }
})

test('while a secret is exchanged either serves', async t => {
  const before = `v1,${Buffer.alloc(32).toString('base64')} v2,x `
  t.deepEqual(await check(standard({ before }), { secret: [OTHER, SECRET] }), SENT as never)
  t.deepEqual(await check(service(), { secret: [OTHER, SECRET] }), SENT as never)
})

test('five minutes are fresh', async t => {
  for (const form of [service, standard]) {
    for (const away of [-300, 300]) t.deepEqual(await check(form({ at: NOW + away })), SENT as never)
    for (const away of [-301, 301]) {
      await t.throwsAsync(check(form({ at: NOW + away })), { instanceOf: InvalidDelivery })
    }
  }
})

const ODD = [
  `t=${NOW}`,
  `t=${NOW},v1=`,
  `t=${NOW},v1=zz`,
  'v1=00',
  `t=-${NOW},v1=00`,
  '',
  't=x,v1=00',
  `t=${NOW}.0,v1=00`,
]

test('what was not signed so is refused', async t => {
  const forged = [
    {},
    service({ secret: OTHER }),
    standard({ raw: Buffer.alloc(32) }),
    { ...standard(), 'webhook-id': 'f' },
    ...ODD.map(signature => ({ 'x-service-signature': signature })),
    { ...standard(), 'webhook-signature': 'v1,*' },
    { ...standard(), 'webhook-timestamp': String(NOW + 1) },
    { ...service(), 'webhook-signature': 'v1,AA==' },
  ]
  for (const headers of forged) {
    await t.throwsAsync(check(headers), { instanceOf: InvalidDelivery }, JSON.stringify(headers))
  }
  for (const form of [service, standard]) {
    await t.throwsAsync(check(form(), { body: `${BODY} ` }), { instanceOf: InvalidDelivery })
    await t.throwsAsync(check(form({ body: 'no JSON' }), { body: 'no JSON' }), { instanceOf: InvalidDelivery })
    await t.throwsAsync(check(form(), { secret: [] }), { instanceOf: InvalidDelivery })
  }
})
