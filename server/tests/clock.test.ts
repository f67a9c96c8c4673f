import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { useTwoServers } from '../../testing/processes/two-servers.ts'
import { startServer } from '../server.ts'

const HOUR = 3_600_000
/** Well above the error of a measurement on a busy machine, and well below an hour. */
const NEAR = 60_000

const two = useTwoServers(test, [() => Date.now() + HOUR, () => Date.now() - HOUR])
const limited = useDatabase(test)

test("servers on machines with different clocks have one time, the database's", async t => {
  const { enroll, send, servers } = two()
  const ann = await enroll('ann')
  for (const server of [0, 1]) {
    const before = Date.now()
    const { server_time_ms } = (await send(ann, 'POST', '/ping', {}, server)).data
    t.true(before - NEAR <= server_time_ms && server_time_ms <= Date.now() + NEAR, `${server}`)
  }
  for (const [server, offset] of [
    [0, HOUR],
    [1, -HOUR],
  ] as const) {
    const ready = await fetch(`${servers[server].url}/readyz`)
    const { clock_offset_ms } = (await ready.json()) as { clock_offset_ms: number }
    t.true(Math.abs(clock_offset_ms - offset) < NEAR)
    const metrics = await (await fetch(`${servers[server].url}/metrics`)).text()
    const [, seconds] = /^colloquy_clock_offset_seconds (\S+)$/m.exec(metrics) ?? []
    t.true(Math.abs(Number(seconds) * 1_000 - offset) < NEAR)
  }
})

test('a nonce used at one is refused at the other, and both check freshness in the same way', async t => {
  const { enroll, signAt, sendSigned, exchange, bear, now } = two()
  const bob = await enroll('bob')
  for (const first of [0, 1]) {
    const envelope = signAt(bob, '/ping', now())
    t.is((await sendSigned(envelope, '/ping', first)).status, 200)
    for (const server of [0, 1])
      t.is((await sendSigned(envelope, '/ping', server)).slug, 'aui-signature-nonce-replayed', `${first} ${server}`)
    for (const [aheadMs, slug] of [
      [HOUR, 'aui-signature-timestamp-future'],
      [-HOUR, 'aui-signature-timestamp-expired'],
    ] as const)
      t.is((await sendSigned(signAt(bob, '/ping', now() + aheadMs), '/ping', first)).slug, slug)
    const { access_token } = (await exchange(bob, first)).data
    for (const server of [0, 1]) t.is((await bear(access_token, 'GET', '/limits/me', {}, server)).status, 200)
  }
})

test('a limit applies to both together, and a jump of a clock opens no new window', async t => {
  let jumpMs = 0
  const clocks = [() => Date.now() + HOUR + jumpMs, () => Date.now() - HOUR]
  const options = { ...TEST_SERVER, rateLimits: true, database: limited().plainAddress }
  const servers = await Promise.all(clocks.map(wallClock => startServer({ ...options, wallClock })))
  t.teardown(() => Promise.all(servers.map(server => server.close())))
  const ask = async (n: number) => (await fetch(`${servers[n % 2]!.url}/api/v1/aui/version`)).status
  const passed: number[] = []
  for (let n = 0; n < 150; n++) passed.push(await ask(n))
  t.is(passed.filter(status => status === 200).length, 120)
  jumpMs = 24 * HOUR
  t.is(await ask(0), 429)
  t.is(await ask(1), 429)
})
