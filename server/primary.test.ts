import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { openDb } from '../storage/db/db.ts'
import { chooseDataDir } from '../storage/embedded/data-dir.ts'
import { accessTo } from '../storage/embedded/database-access.ts'
import { findPasswords } from '../storage/embedded/role-passwords.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { bundled } from '../testing/processes/bundled-programs.ts'
import { canSeeChildren, childProcessesOf, serversAmong } from '../testing/processes/server-processes.ts'
import { printed, startProgram } from '../testing/processes/start-program.ts'

const database = useDatabase(test)
/** A database on which a migration is pending. */
const behind = useDatabase(test)
const alone = useDatabase(test)
const HUNG_MS = 100_000
const CLIENTS = 16
const KILLS = 4
/** The number of responses before each kill, and after it: several for each client, so that requests are in flight. */
const ANSWERED = 60

/** Sends a request over a new connection. */
function ask(url: string): Promise<'answered' | 'lost' | 'hung'> {
  const headers = { Connection: 'close' }
  return fetch(url, { headers, signal: AbortSignal.timeout(HUNG_MS) }).then(
    async reply => ((await reply.text()) === '' ? 'lost' : 'answered'),
    error => (error.name === 'TimeoutError' ? 'hung' : 'lost'),
  )
}

test('a connection that arrives as a process is killed is answered or reset, and never hangs', async t => {
  if (!canSeeChildren()) return t.pass('skipped: no /proc with children here')
  const program = startProgram(t, database(), { WEB_CONCURRENCY: '2' })
  const { base } = await printed(program)
  const servers = () => serversAmong(childProcessesOf(program.pid!), base)
  const outcomes: Record<string, number> = { answered: 0, lost: 0, hung: 0 }
  const answered = async (count: number) => {
    const before = outcomes.answered!
    while (outcomes.answered! < before + count) await ask(`${base}/readyz`)
  }
  for (let kill = 0; kill < KILLS; kill++) {
    let isOver = false
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) outcomes[await ask(`${base}/healthz`)]!++
    })
    await answered(ANSWERED)
    const killed = servers().at(-1)!
    process.kill(killed, 'SIGKILL')
    await answered(ANSWERED)
    // They pause while another worker starts, since requests slow the start down.
    isOver = true
    await Promise.all(clients)
    // Two workers must be running before the next kill, or nobody would listen.
    const others = () => servers().filter(server => server !== killed)
    do await delay(20)
    while (others().length < 2)
  }
  t.is(outcomes.hung, 0)
  t.true(outcomes.answered! >= KILLS * 2 * ANSWERED)
})

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'primary-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function ended(child: ChildProcess): Promise<{ code: number; stderr: string }> {
  let stderr = ''
  child.stderr!.on('data', chunk => (stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

test('a first start reports its migrations in one line, and its workers know only the plain role', async t => {
  const dataDir = makeFolder(t)
  const environment = { DATABASE_URL: '', DATA_DIR: dataDir, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }
  const program = startProgram(t, database(), environment)
  const ending = ended(program)
  const { base } = await printed(program)
  t.is((await fetch(`${base}/api/v1/aui/handles/somebody/availability`)).status, 200)
  const place = await chooseDataDir(dataDir, () => {})
  const { owner } = accessTo(place, findPasswords(place.home)!)
  const db = openDb(owner, { name: 'test', max: 1, statementTimeoutMs: 100_000, connectTimeoutSeconds: 100 })
  t.teardown(() => db.close())
  const roles = await db.many(SQL`
    select distinct usename as name from pg_stat_activity
    where application_name like 'colloquy %' and application_name <> 'colloquy test'`)
  t.deepEqual([...roles], [{ name: 'colloquy' }])
  await db.close()
  program.kill('SIGTERM')
  const { code, stderr } = await ending
  const told = stderr
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.is(code, 0)
  t.is(told.filter(({ msg }) => /migrat/.test(msg)).length, 1)
  t.true(told.find(({ msg }) => msg === 'migrating the database').migrations > 10)
})

test('a data directory that is not writable is reported in one line, with exit code 78', async t => {
  const folder = makeFolder(t)
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, path.join(file, 'below'), '/proc/colloquy']) {
    for (const DATABASE_URL of ['', undefined]) {
      const environment = { DATA_DIR: dataDir, SECRET_KEY: '', ...(DATABASE_URL === '' ? { DATABASE_URL } : {}) }
      const { code, stderr } = await ended(startProgram(t, alone(), environment))
      t.is(code, 78, stderr)
      t.regex(stderr, /^DATA_DIR: [^\n]+ is not writable \(E[A-Z]+\)\n$/)
      t.true(stderr.includes(dataDir))
    }
  }
})

test('a data directory of another account is reported in the same way', async t => {
  const folder = makeFolder(t)
  chmodSync(folder, 0o755)
  const nobody = { uid: 65_534, gid: 65_534 }
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync(process.execPath, ['dist/main.js'], { ...nobody, env: { PORT: 'x' } }).status !== 78)
    return t.pass('skipped: only root changes to another account, which has to reach this checkout')
  const child = startProgram(t, database(), { DATABASE_URL: '', DATA_DIR: folder }, nobody)
  const { code, stderr } = await ended(child)
  t.is(code, 78, stderr)
  t.is(stderr, `DATA_DIR: ${folder} is not writable (EACCES)\n`)
})

test('a port in use is reported before a database is created', async t => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const dataDir = path.join(makeFolder(t), 'data')
  for (const name of ['PORT', 'METRICS_PORT']) {
    const environment = { DATABASE_URL: '', DATA_DIR: dataDir, [name]: String(port) }
    const { code, stderr } = await ended(startProgram(t, database(), environment))
    t.deepEqual(
      [code, stderr],
      [78, `${name}: ${port} is used by another program (EADDRINUSE); 0 selects a free one\n`],
    )
  }
  t.false(existsSync(dataDir))
})

test('a server that waits for a database says where, and why', async t => {
  const away = createServer().listen(0, '127.0.0.1')
  await once(away, 'listening')
  const { port } = away.address() as AddressInfo
  away.close()
  const environment = { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`, LOG_LEVEL: 'warn' }
  const child = startProgram(t, database(), environment)
  const [line] = await once(child.stderr!, 'data')
  t.is(JSON.parse(String(line)).msg, `waiting for the database at 127.0.0.1:${port}: ECONNREFUSED 127.0.0.1:${port}`)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('an error of the database is reported in plain text', async t => {
  const { address } = database()
  const child = startProgram(t, database(), { DATABASE_URL: `postgres:///${address.database}_that_is_none` })
  t.deepEqual(await ended(child), {
    code: 78,
    stderr: 'DATABASE_URL: the database does not exist; create it with createdb (3D000)\n',
  })
})

test('a signal that arrives twice, as through npm and to a whole group, still drains', async t => {
  for (const WEB_CONCURRENCY of ['1', '2']) {
    const child = startProgram(t, database(), { WEB_CONCURRENCY })
    await printed(child)
    const servers = WEB_CONCURRENCY === '1' || !existsSync('/proc/self/task') ? [] : childProcessesOf(child.pid!)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
      child.kill(signal)
      for (const pid of servers) process.kill(pid, signal)
    }
    t.deepEqual(await once(child, 'exit'), [0, null])
  }
})

test('a role that cannot create tables is reported in one line, with exit code 78', async t => {
  const { db, plainAddress } = behind()
  // If there is nothing to create, such a role works.
  await db.script("delete from migration where name = 'visible.repeatable.sql'")
  const { code, stderr } = await ended(startProgram(t, { address: plainAddress }, {}))
  t.deepEqual([code, stderr], [78, 'DATABASE_URL: the role lacks a privilege, such as CREATE on the schema (42501)\n'])
})

test('the server and its command line read the file of --config, and warn of unknown variables', async t => {
  const folder = makeFolder(t)
  const file = path.join(folder, 'colloquy.conf')
  writeFileSync(file, 'SERVICE_NAME=The house\nLOG_LEVL=info\n')
  const environment = { LOG_LEVEL: 'warn', WEB_CONCURRENCY: '2' }
  const child = startProgram(t, database(), environment, { entry: [bundled('main'), '--config', file] })
  const warned = once(child.stderr!, 'data')
  t.like(JSON.parse(String((await warned)[0])), { name: 'LOG_LEVL', nearest: 'LOG_LEVEL' })
  const { base } = await printed(child)
  const discovery = (await (await fetch(`${base}/api/v1/aui/discovery.json`)).json()) as Record<string, unknown>
  t.true(JSON.stringify(discovery).includes('The house'))
  const operator = (words: string[]) =>
    ended(startProgram(t, database(), {}, { entry: [bundled('operator'), ...words] }))
  t.is((await operator(['setting', '--config', file, 'list'])).code, 0)
  const { code, stderr } = await operator(['--config', folder, 'setting', 'list'])
  t.deepEqual([code, stderr], [78, `--config: ${folder} cannot be read (EISDIR)\n`])
})

test('unknown arguments are reported in one line, with exit code 78', async t => {
  const { code, stderr } = await ended(startProgram(t, database(), {}, { entry: [bundled('main'), 'serve'] }))
  t.deepEqual(
    [code, stderr],
    [78, 'the server accepts only --config FILE and --quiet; use configuration variables for everything else\n'],
  )
})
