import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { pino } from 'pino'
import { SQL } from 'sql-template-strings'
import { startSmtpReceiver } from '../../testing/fakes/smtp-receiver.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { deprecateVersion } from '../../tools/versions/deprecate-version.ts'
import { restoreVersion } from '../../tools/versions/restore-version.ts'
import { type Server, startServer } from '../server.ts'

const DAY = 24 * 60 * 60 * 1000
const ANNOUNCED = Date.UTC(2026, 10, 22, 12)
const SUNSET = Date.UTC(2027, 4, 22, 12)
const GUIDE = 'https://docs.test/v2'
const PREFIX = '/api/v1/aui'

const database = useDatabase(test)
let now = ANNOUNCED
let servers: Server[] = []

test.serial.before(async () => {
  const options = { ...TEST_SERVER, database: database().plainAddress, clock: () => now }
  servers = await Promise.all([startServer(options), startServer(options)])
})

test.after.always(() => Promise.all(servers.map(server => server.close())))

const operate = (tool: typeof deprecateVersion | typeof restoreVersion, input: object) =>
  invoke(servers[0]!.runtime, tool, { actor: { kind: 'operator', name: 'op' }, input, request_id: 'test' })

async function ask(path: string, server = 0, init: RequestInit = {}) {
  const { status, headers, ...response } = await fetch(servers[server]!.url + path, {
    redirect: 'manual',
    ...init,
  }).then(async answer => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  const data: any = headers.get('content-type')?.includes('json') ? JSON.parse(response.text) : undefined
  return { status, headers, data }
}

/** Waits until every process has read it from the database, once a second. */
async function untilKnown(isEnding: boolean): Promise<void> {
  while (servers.some(({ runtime }) => (runtime.versionEnding() !== undefined) !== isEnding)) {
    await new Promise(resolve => setImmediate(resolve))
  }
}

const ANYWHERE = ['/version', '/discovery.json', '/changelog', '/ping', '/no-such-path', '/posts/mine']

test.serial('while the version is active nothing announces an end', async t => {
  for (const path of ANYWHERE) {
    const { headers } = await ask(PREFIX + path)
    t.deepEqual([headers.get('deprecation'), headers.get('sunset'), headers.get('x-aui-version')], [null, null, '1'])
  }
  t.like((await ask(`${PREFIX}/version`)).data, { version: 1, status: 'active', deprecated_at: null, sunset_at: null })
})

test.serial('once its end is announced every response of every process has the date and the successor', async t => {
  await operate(deprecateVersion, { migration_guide_url: GUIDE })
  await untilKnown(true)
  const { id, ...expected } = {
    id: '2026-11-22-version-1-ends',
    deprecation: `@${ANNOUNCED / 1000}`,
    sunset: 'Sat, 22 May 2027 12:00:00 GMT',
  }
  for (const path of [
    ...ANYWHERE.map(path => PREFIX + path),
    '/api/v1/agents/enroll',
    '/api/v1/constitution/current',
  ]) {
    for (const [server, { url }] of servers.entries()) {
      const { headers } = await ask(path, server)
      const { deprecation, sunset, link } = Object.fromEntries(headers)
      t.deepEqual({ deprecation, sunset }, expected, path)
      t.true(link?.includes(`<${GUIDE}>; rel="deprecation", <${url}/api/v2/aui>; rel="successor-version"`), link)
    }
  }
  for (const path of ['/mcp', '/healthz', '/protocol', '/clients']) {
    t.is((await ask(path)).headers.get('sunset'), null, path)
  }
  const { data } = await ask(`${PREFIX}/version`, 1)
  t.like(data, {
    version: 1,
    status: 'deprecated',
    migration_guide_url: GUIDE,
    deprecated_at: new Date(ANNOUNCED).toISOString(),
    sunset_at: new Date(SUNSET).toISOString(),
  })
  const { entries } = (await ask(`${PREFIX}/changelog?limit=100`, 1)).data as { entries: { id: string }[] }
  t.like(
    entries.find(entry => entry.id === id),
    { kind: 'deprecated', breaking: true },
  )
})

test.serial(
  'from its sunset on every route is a 410 for 30 days, then a 404; /version continues to report it',
  async t => {
    now = SUNSET - 1
    t.is((await ask(`${PREFIX}/discovery.json`)).status, 200)
    now = SUNSET
    for (const path of [
      ...ANYWHERE.slice(1).map(path => PREFIX + path),
      '/api/v1/constitution/current',
      `${PREFIX}/%70ing`,
      '/%61pi/v1/aui/ping',
      '/%61pi/v1/aui/discovery.json',
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status, data, headers } = await ask(path, 1, { method })
        t.is(status, 410, path)
        t.like(data, { sunset_at: new Date(SUNSET).toISOString(), migration_guide_url: GUIDE, successor_version: 2 })
        t.is(data.type, `${servers[1]!.url}/errors/version-sunset`)
        t.is(headers.get('sunset'), 'Sat, 22 May 2027 12:00:00 GMT')
      }
    }
    for (const path of ['/mcp', '/healthz', '/errors/version-sunset']) t.not((await ask(path)).status, 410, path)
    for (const days of [0, 29, 30, 4_000]) {
      now = SUNSET + days * DAY
      const isTold = days < 30
      t.is((await ask(`${PREFIX}/ping`, 0, { method: 'POST' })).status, isTold ? 410 : 404)
      t.like((await ask(`${PREFIX}/version`)).data, { status: 'sunset', migration_guide_url: GUIDE })
    }
    now = ANNOUNCED
    await operate(restoreVersion, {})
    await untilKnown(false)
    t.is((await ask('/%61pi/v1/aui/ping')).headers.get('x-aui-version'), '1')
    t.is((await ask(`${PREFIX}/discovery.json`)).headers.get('sunset'), null)
  },
)

test.serial('a server with a new mail address sends the waiting mail', async t => {
  const receiver = await startSmtpReceiver()
  const { db, plainAddress } = database()
  const mail = { smtpUrl: receiver.url, from: 'no-reply@colloquy.test' }
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
  const sender = await startServer({ ...TEST_SERVER, log, database: plainAddress, clock: () => now, mail })
  await db.many(SQL`
    with person as (insert into person values (gen_random_uuid(), 'owner@people.test', 'Owner', now()) returning id)
    insert into mail (id, person_id, about, subject, content, created_at, expires_at, next_at)
    select id, id, id, 'A subject', 'A text', now(), now(), '2026-11-22' from person`)
  while (receiver.received.length === 0) await delay(5)
  await sender.close()
  await receiver.close()
  t.is(receiver.received[0]!.to, 'owner@people.test')
  t.false(lines.join().includes('owner@people.test'))
})
