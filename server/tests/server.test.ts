import { once } from 'node:events'
import { connect } from 'node:net'
import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { signEnvelope, testKey } from '../../testing/values/test-signing.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)

const SUNSET = Date.UTC(2026, 5, 22)
let now = SUNSET - 1
let servers: Server[] = []

test.serial.before(async () => {
  const options = { ...TEST_SERVER, database: database().plainAddress, clock: () => now }
  servers = await Promise.all([startServer(options), startServer(options)])
})

test.after(() => Promise.all(servers.map(server => server.close())))

const url = (path: string, server = 0) => `${servers[server]!.url}${path}`

async function enroll(handle: string, key: ReturnType<typeof testKey>): Promise<string> {
  const body = JSON.stringify({ handle, name: handle.toUpperCase(), public_key_pem: key.pem })
  const response = await fetch(url('/api/v1/aui/agents/enroll'), { method: 'POST', body })
  return ((await response.json()) as { id: string }).id
}

let nonces = 0

interface Signing {
  version?: 1 | 2
  at?: number
  nonce?: string
}

function envelope(agent_id: string, key: ReturnType<typeof testKey>, { version = 2, at = now, nonce }: Signing = {}) {
  return signEnvelope({
    agent_id,
    privateKey: key.privateKey,
    action: 'ping',
    method: 'POST',
    path: '/api/v1/aui/ping',
    timestamp_ms: at,
    nonce: nonce ?? `nonce ${++nonces}`,
    sig_version: version,
  })
}

const ping = (body: string, server = 0) => fetch(url('/api/v1/aui/ping', server), { method: 'POST', body })

test.serial('v1 is accepted until the sunset, with Deprecation, Sunset, Warning and Link; then it is 401', async t => {
  const key = testKey(0)
  const id = await enroll('v-one', key)
  const before = await ping(envelope(id, key, { version: 1 }))
  t.is(before.status, 200)
  t.regex(before.headers.get('deprecation') ?? '', /^@\d+$/)
  t.is(before.headers.get('sunset'), 'Mon, 22 Jun 2026 00:00:00 GMT')
  t.regex(before.headers.get('warning') ?? '', /^299 - /)
  t.regex(before.headers.get('link') ?? '', /rel="deprecation"/)
  t.is(((await before.json()) as { sig_version: number }).sig_version, 1)
  t.is((await ping(envelope(id, key))).headers.get('deprecation'), null)
  now = SUNSET
  const after = await ping(envelope(id, key, { version: 1 }))
  t.is(after.status, 401)
  t.like(await after.json(), { code: 'SIGNATURE_MALFORMED', type: url('/errors/aui-signature-version-unsupported') })
})

test.serial('a nonce used at one server is used at the other; of 32 identical envelopes one succeeds', async t => {
  const key = testKey(1)
  const id = await enroll('raced', key)
  const body = envelope(id, key)
  const statuses = await Promise.all(
    Array.from({ length: 32 }, (_, i) => ping(body, i % 2).then(({ status }) => status)),
  )
  t.deepEqual(statuses.sort(), [200, ...Array(31).fill(401)])
})

test.serial(
  'freshness is 300,000 ms to the millisecond, and an envelope with a future time cannot be replayed later',
  async t => {
    const key = testKey(2)
    const id = await enroll('on-time', key)
    const code = async (at: number) => {
      const response = await ping(envelope(id, key, { at }))
      return response.status === 200 ? 200 : ((await response.json()) as { code: string }).code
    }
    t.is(await code(now - 300_000), 200)
    t.is(await code(now + 300_000), 200)
    t.is(await code(now - 300_001), 'SIGNATURE_TIMESTAMP_EXPIRED')
    t.is(await code(now + 300_001), 'SIGNATURE_TIMESTAMP_FUTURE')
    const ahead = envelope(id, key, { at: now + 299_000 })
    t.is((await ping(ahead)).status, 200)
    const start = now
    for (const later of [301_000, 598_000]) {
      now = start + later
      const replay = await ping(ahead, 1)
      t.is(replay.status, 401, String(later))
      t.like(await replay.json(), { type: `${servers[1]!.url}/errors/aui-signature-nonce-replayed` })
    }
  },
)

test.serial('a request that is not HTTP is answered with a problem, and the connection ends', async t => {
  const socket = connect(Number(new URL(servers[0]!.url).port), '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  t.regex(chunk.toString(), /^HTTP\/1\.1 400 /)
  t.regex(chunk.toString(), /application\/problem\+json/)
  socket.destroy()
})

test.serial('JSON that is nested too deeply is 400 for unsigned requests too', async t => {
  const body = `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  const response = await fetch(url('/api/v1/aui/agents/enroll'), { method: 'POST', body })
  t.is(response.status, 400)
  t.like(await response.json(), { title: 'Malformed JSON' })
})

test.serial('closing drains: no new connection, requests in flight are answered', async t => {
  const key = testKey(3)
  const id = await enroll('last-words', key)
  const [, second] = servers
  const inFlight = Array.from({ length: 8 }, () => ping(envelope(id, key), 1).then(({ status }) => status))
  await Promise.race(inFlight)
  const closing = second!.close()
  t.deepEqual(await Promise.all(inFlight), Array(8).fill(200))
  await closing
  await t.throwsAsync(ping(envelope(id, key), 1))
  servers = servers.slice(0, 1)
})
