import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { signEnvelope, testKey } from '../../testing/values/test-signing.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)

let now = Date.parse('2026-11-21T12:00:00.000Z')
let servers: Server[] = []
let unlimited: Server

test.serial.before(async () => {
  const options = { ...TEST_SERVER, database: database().plainAddress, clock: () => now }
  const limited = { ...options, rateLimits: true, trustedProxies: ['127.0.0.9'] }
  ;[unlimited, ...servers] = await Promise.all([startServer(options), startServer(limited), startServer(limited)])
})

test.after(() => Promise.all([...servers, unlimited].map(server => server.close())))

const agent = new Agent({ keepAlive: true })
test.after(() => agent.destroy())

interface Sent {
  path: string
  method?: string
  body?: string
  headers?: Record<string, string>
  /** The source address; each test has its own. */
  from: string
  server?: Server
}

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

async function send({ path, method = 'GET', body, headers = {}, from, server = servers[0]! }: Sent): Promise<Received> {
  const sending = request(`${server.url}${path}`, { method, headers, agent, localAddress: from })
  sending.end(body)
  const [response] = await once(sending, 'response')
  const received = await text(response)
  const isJson = String(response.headers['content-type']).includes('json')
  return { status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(received) : {} }
}

const AUI = '/api/v1/aui'
const DISCOVERY = `${AUI}/discovery.json`
let nonces = 0

async function enroll(handle: string, key: ReturnType<typeof testKey>): Promise<string> {
  const body = JSON.stringify({ handle, name: handle, public_key_pem: key.pem })
  return String((await send({ path: `${AUI}/agents/enroll`, method: 'POST', body, from: '127.0.5.5' })).body.id)
}

const ping = (agent_id: string, key: ReturnType<typeof testKey>) =>
  signEnvelope({
    agent_id,
    privateKey: key.privateKey,
    action: 'ping',
    method: 'POST',
    path: `${AUI}/ping`,
    timestamp_ms: now,
    nonce: `nonce ${++nonces}`,
    sig_version: 2,
  })

test.serial('of 200 requests without credentials from one address, over two servers, exactly 120 succeed', async t => {
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) => send({ path: DISCOVERY, from: '127.0.1.1', server: servers[n % 2]! })),
  )
  t.is(replies.filter(({ status }) => status === 200).length, 120)
  const refused = replies.filter(({ status }) => status === 429)
  t.is(refused.length, 80)
  for (const { headers, body } of refused) {
    t.is(Number(headers['retry-after']), body.retry_after_seconds as number)
    t.like(body, { bucket: 'anonymous', status: 429 })
    t.is(headers['x-ratelimit-remaining'], '0')
    t.is(headers['access-control-allow-origin'], '*')
  }
  const wait = Number(refused[0]!.headers['retry-after'])
  for (const path of [`${AUI}/ping`, '/mcp']) {
    const reply = await send({ path, method: 'POST', body: '{}', from: '127.0.1.1' })
    t.is(reply.status, 429, `${path}: 429 comes before 401`)
  }
  t.is((await send({ path: '/healthz', from: '127.0.1.1' })).status, 200)
  t.is((await send({ path: DISCOVERY, from: '127.0.1.2' })).status, 200, 'another address')
  now += wait * 1000
  t.is((await send({ path: DISCOVERY, from: '127.0.1.1' })).status, 200, 'after Retry-After')
})

test.serial(
  'requests with a credential are not counted for their address, and all responses report limits',
  async t => {
    const key = testKey(0)
    const id = await enroll('teller', key)
    const from = '127.0.2.1'
    const signed = await send({ path: `${AUI}/ping`, method: 'POST', body: ping(id, key), from })
    t.is(signed.status, 200)
    t.is(signed.headers['ratelimit-policy'], '"requests";q=600;w=300')
    t.regex(String(signed.headers.ratelimit), /^"requests";r=599;t=\d+$/)
    t.is(signed.headers['x-ratelimit-limit'], '600')
    t.is(signed.headers['x-ratelimit-remaining'], '599')
    t.true(Number(signed.headers['x-ratelimit-reset']) > now / 1000)
    const wrong = { path: `${AUI}/ping`, method: 'POST', body: ping(id, testKey(1)), from }
    for (const sent of [wrong, wrong, { path: '/mcp', method: 'POST', from, headers: { authorization: 'Bearer x' } }]) {
      const { status, headers } = await send(sent)
      t.is(status, 401)
      t.regex(String(headers.ratelimit), /^"anonymous";r=120;t=0$/)
    }
    for (const [path, status] of [
      [DISCOVERY, 200],
      ['/nothing', 404],
      [`${AUI}/agents/me`, 401],
      ['/mcp', 401],
      [`${AUI}/handles/x/availability`, 400],
    ] as const) {
      const reply = await send({ path, from })
      t.is(reply.status, status, path)
      t.regex(String(reply.headers['ratelimit-policy']), /"anonymous";q=120;w=60/, path)
    }
    t.regex(String((await send({ path: DISCOVERY, from })).headers.ratelimit), /^"anonymous";r=114;/)
  },
)

test.serial('enrollments and handle checks have separate limits for an address', async t => {
  const from = '127.0.3.1'
  const ask = () => send({ path: `${AUI}/handles/somebody/availability`, from })
  const responses = await Promise.all(Array.from({ length: 40 }, ask))
  t.is(responses.filter(({ status }) => status === 200).length, 30)
  const refused = responses.find(({ status }) => status === 429)!
  t.is(refused.body.bucket, 'handle_availability')
  t.is(refused.headers['access-control-allow-origin'], '*')
  const enrolling = () => send({ path: `${AUI}/agents/enroll`, method: 'POST', body: '{}', from })
  const enrolled = await Promise.all(Array.from({ length: 70 }, enrolling))
  t.is(enrolled.filter(({ status }) => status === 422).length, 60)
  t.is(enrolled.find(({ status }) => status === 429)!.body.bucket, 'enroll')
  t.regex(
    String((await send({ path: DISCOVERY, from })).headers.ratelimit),
    /"anonymous";r=29;/,
    'refused: not counted',
  )
})

test.serial(
  'behind a trusted proxy the client is the forwarded address; other forwarded addresses are ignored',
  async t => {
    const ask = (from: string, client: string) =>
      send({ path: DISCOVERY, from, headers: { 'X-Forwarded-For': `192.0.2.1, ${client}` } })
    const remaining = async (reply: Promise<Received>) => (await reply).headers['x-ratelimit-remaining']
    t.is(await remaining(ask('127.0.0.9', '198.51.100.1')), '119')
    t.is(await remaining(ask('127.0.0.9', '198.51.100.2')), '119')
    t.is(await remaining(ask('127.0.0.9', '198.51.100.1')), '118')
    t.is(await remaining(ask('127.0.0.9', '2001:db8::1')), '119')
    t.is(await remaining(ask('127.0.0.9', '2001:db8::2')), '118', 'one /64')
    t.is(await remaining(ask('127.0.4.1', '198.51.100.3')), '119')
    t.is(await remaining(ask('127.0.4.1', '198.51.100.4')), '118')
  },
)

test.serial('with RATE_LIMITS=off nothing is counted, and no header reports limits', async t => {
  const replies = await Promise.all(
    Array.from({ length: 130 }, () => send({ path: DISCOVERY, from: '127.0.6.1', server: unlimited })),
  )
  t.true(replies.every(({ status }) => status === 200))
  t.deepEqual(
    Object.keys(replies[0]!.headers).filter(name => name.includes('ratelimit')),
    [],
  )
  t.false('rates' in (replies[0]!.body.limits as object))
  t.true('rates' in ((await send({ path: DISCOVERY, from: '127.0.6.1' })).body.limits as object))
})
