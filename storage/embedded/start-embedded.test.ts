import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import ava, { type ExecutionContext } from 'ava'
import postgres from 'postgres'
import { runAlone } from '../../testing/processes/run-alone.ts'
import type { SocketAddress } from './database-access.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const test = runAlone(ava)
const isRoot = process.getuid?.() === 0
const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0
const fast = { fsync: 'off' }

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Started extends EmbeddedDatabase {
  logged: string[]
}

async function start(t: ExecutionContext, dataDir: string, settings: Record<string, string> = fast): Promise<Started> {
  const logged: string[] = []
  const database = await startEmbedded({ dataDir, settings, log: message => logged.push(message) })
  t.teardown(database.stop)
  return { ...database, logged }
}

const connect = (t: ExecutionContext, { owner }: EmbeddedDatabase) => connectTo(t, owner)

function connectTo(t: ExecutionContext, { socketDir, port, ...role }: SocketAddress) {
  const sql = postgres({
    path: join(socketDir, `.s.PGSQL.${port}`),
    ...role,
    max: 2,
    backoff: () => 0.05,
    onnotice: () => undefined,
  })
  t.teardown(() => sql.end({ timeout: 1 }))
  return sql
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function eventually(condition: () => unknown): Promise<void> {
  for (;;) {
    try {
      if (await condition()) return
    } catch {
      // Not yet.
    }
    await delay(20)
  }
}

test('a database is created in an empty directory, and listens only on a private socket', async t => {
  const dataDir = join(makeFolder(t), 'new')
  chmodSync(join(dataDir, '..'), 0o755)
  const database = await start(t, dataDir)
  const sql = connect(t, database)
  const [row] = await sql`select current_setting('listen_addresses') as addresses,
    current_setting('server_encoding') as encoding, lower('ÅSA') as folded,
    current_setting('default_text_search_config') as search`
  t.deepEqual({ ...row }, { addresses: '', encoding: 'UTF8', folded: 'åsa', search: 'pg_catalog.english' })
  t.is(statSync(database.owner.socketDir).mode & 0o777, 0o700)
  t.false(database.adopted)
})

test('data is present after a stop and a start', async t => {
  const dataDir = makeFolder(t)
  const first = await start(t, dataDir)
  await connect(t, first)`create table kept as select 42 as answer`
  await first.stop()
  t.false(existsSync(join(dataDir, 'postgres/postmaster.pid')))
  const second = await start(t, dataDir)
  const rows = await connect(t, second)`select answer from kept`
  t.is(rows[0]?.answer, 42)
  t.false(second.adopted)
})

test('a second start on the same directory adopts the database, and its stop leaves it running', async t => {
  const dataDir = makeFolder(t)
  const [one, other] = await Promise.all([start(t, dataDir), start(t, dataDir)])
  t.deepEqual([one.adopted, other.adopted].sort(), [false, true])
  const [owner, adopter] = one.adopted ? [other, one] : [one, other]
  t.is(adopter.owner.socketDir, owner.owner.socketDir)
  await adopter.stop()
  const rows = await connect(t, owner)`select 1 as one`
  t.is(rows[0]?.one, 1)
})

test('an adopter starts the database for itself when the owner stops it', async t => {
  const dataDir = makeFolder(t)
  const owner = await start(t, dataDir)
  const adopter = await start(t, dataDir)
  const sql = connect(t, adopter)
  await owner.stop()
  await eventually(() => adopter.logged.includes('the database is running again'))
  await eventually(() => sql`select 1`)
  await adopter.stop()
  t.false(existsSync(join(dataDir, 'postgres/postmaster.pid')))
})

test('an adopter stops a database whose owner is dead', async t => {
  const dataDir = makeFolder(t)
  const owner = await start(t, dataDir)
  const adopter = await start(t, dataDir)
  writeFileSync(join(dataDir, 'owner'), `${process.pid} another life`)
  await adopter.stop()
  await eventually(() => owner.logged.includes('the database stopped, starting it again'))
  t.true(adopter.adopted)
})

test('a killed postmaster restarts with everything that was acknowledged', async t => {
  const dataDir = makeFolder(t)
  const owner = await start(t, dataDir, {})
  const adopter = await start(t, dataDir, {})
  const sql = connect(t, owner)
  await sql`create table written (n int primary key)`
  const busy = sql`do $$ begin loop end loop; end $$`.catch(() => 'lost')
  const acknowledged: number[] = []
  const killed = postmasterPid(dataDir)
  for (let n = 1; !owner.logged.includes('the database is running again'); n++) {
    await sql`insert into written values (${n})`.then(
      () => acknowledged.push(n),
      () => delay(20),
    )
    if (n === 20) process.kill(killed, 'SIGKILL')
  }
  await eventually(() => adopter.logged.includes('the database is running again'))
  const rows = await sql`select n from written where n = any(${acknowledged})`
  t.true(acknowledged.length >= 20)
  t.is(rows.length, acknowledged.length)
  t.is(await busy, 'lost')
  t.not(postmasterPid(dataDir), killed)
})

test('a stop ends the attempts to restart a killed postmaster', async t => {
  const dataDir = makeFolder(t)
  const database = await start(t, dataDir)
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await eventually(() => database.logged.includes('the database stopped, starting it again'))
  await database.stop()
  t.false(database.logged.includes('the database is running again'))
})

test('a crash while the database was created or started does not prevent the next start', async t => {
  const dataDir = makeFolder(t)
  mkdirSync(join(dataDir, 'postgres.init/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.init/PG_VERSION'), '18')
  writeFileSync(join(dataDir, 'start.lock'), `${process.pid} another life`)
  const database = await start(t, dataDir)
  await connect(t, database)`select 1`
  t.false(existsSync(join(dataDir, 'postgres.init')))
  t.false(existsSync(join(dataDir, 'start.lock')))
})

test('a pid file of a dead process, a zombie or another program does not prevent the start', async t => {
  const dataDir = makeFolder(t)
  const cluster = join(dataDir, 'postgres')
  const pidFile = join(cluster, 'postmaster.pid')
  const first = await start(t, dataDir)
  const left = readFileSync(pidFile, 'utf8').split('\n').slice(1).join('\n')
  await first.stop()

  const { uid, gid } = statSync(cluster)
  const dead = spawnSync('true').pid
  const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 6000'], isRoot ? { uid, gid, cwd: '/' } : {})
  t.teardown(() => shell.kill())
  const zombie = Number(String((await once(shell.stdout, 'data'))[0]))
  for (const pid of [dead, zombie, shell.pid]) {
    writeFileSync(pidFile, `${pid}\n${left}`)
    writeFileSync(join(first.owner.socketDir, '.s.PGSQL.5432.lock'), `${pid}\n${left}`)
    const database = await start(t, dataDir)
    const rows = await connect(t, database)`select 1 as one`
    t.is(rows[0]?.one, 1)
    t.false(database.adopted)
    await database.stop()
  }
})

test('a killed application also ends its database', async t => {
  if (!hasSetpriv) return t.pass('skipped: there is no setpriv here to tie the database to its application')
  const dataDir = makeFolder(t)
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('./start-embedded.js', import.meta.url).href)})
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' }, log() {} })
    setInterval(() => console.log('ready'), 20)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(owner.stdout, 'data')
  t.true(postmasterPid(dataDir) > 0)
  owner.kill('SIGKILL')
  await eventually(() => !existsSync(join(dataDir, 'postgres/postmaster.pid')))
  t.regex(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down\n$/)
})

test('a data directory whose path is too long for a socket has its socket elsewhere', async t => {
  const dataDir = join(makeFolder(t), 'd'.repeat(120))
  chmodSync(join(dataDir, '..'), 0o755)
  const database = await start(t, dataDir)
  t.teardown(() => rmSync(database.owner.socketDir, { recursive: true }))
  const rows = await connect(t, database)`select 1 as one`
  t.is(rows[0]?.one, 1)
  t.is(statSync(database.owner.socketDir).mode & 0o777, 0o700)
})

test('in a directory that only root can access, the database is stored where its account can', async t => {
  if (!isRoot) return t.pass('skipped: only root runs the database as another account')
  const folder = makeFolder(t)
  const dataDir = join(folder, 'data')
  const first = await start(t, dataDir)
  const home = readFileSync(join(dataDir, 'moved-to'), 'utf8')
  t.teardown(() => rmSync(home, { recursive: true }))
  t.true(first.logged.some(message => message.startsWith('the database is stored outside')))
  await connect(t, first)`create table kept as select 42 as answer`
  await first.stop()

  chmodSync(folder, 0o755)
  const second = await start(t, dataDir)
  const rows = await connect(t, second)`select answer from kept`
  t.is(rows[0]?.answer, 42)
  t.false(existsSync(join(dataDir, 'postgres')))
})

test('a private data directory of root is opened only to the account of the database', async t => {
  if (!isRoot) return t.pass('skipped: only root runs the database as another account')
  const dataDir = makeFolder(t)
  await start(t, dataDir)
  const { uid, gid, mode } = lstatSync(dataDir)
  t.deepEqual({ uid, gid, mode: mode & 0o777 }, { uid: 0, gid: statSync(join(dataDir, 'postgres')).gid, mode: 0o710 })
})

test('a setting that PostgreSQL rejects is reported immediately, with its message', async t => {
  const refused = start(t, makeFolder(t), { ...fast, shared_buffers: 'plenty' })
  await t.throwsAsync(refused, { message: /did not start.*invalid value for parameter "shared_buffers": "plenty"/s })
})
