import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import ava, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { rowOf } from '../../testing/fixtures/test-database.ts'
import { runAlone } from '../../testing/processes/run-alone.ts'
import { type Db, openDb } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { findBinaries, installBinaries } from './binaries.ts'
import { chooseDataDir, type DataDir, prepareSocketDir, UnusableDataDir } from './data-dir.ts'
import type { SocketAddress } from './database-access.ts'
import { drawPasswords } from './database-roles.ts'
import { probePostmaster } from './postmaster-probe.ts'
import { findRunningDatabase } from './running-database.ts'
import { startEmbedded } from './start-embedded.ts'
import { runAs, spawnAs } from './system-account.ts'

const log = () => {}
const test = runAlone(ava)
const isRoot = process.getuid?.() === 0
const FILE = 'database-passwords.json'

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'access-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(t: ExecutionContext, dataDir: string) {
  const database = await startEmbedded({ dataDir, settings: { fsync: 'off' }, log })
  t.teardown(database.stop)
  return database
}

function open(t: ExecutionContext, address: SocketAddress): Db {
  const db = openDb(address, { name: 'test', max: 1, statementTimeoutMs: 100_000 })
  t.teardown(() => db.close())
  return db
}

/** The error code with which PostgreSQL refuses a statement or a connection. */
const refusalOf = (db: Db, statement = 'select 1'): Promise<unknown> =>
  rowOf(() => db.script(statement)).then(
    () => 'passed',
    (error: { code?: unknown }) => error.code ?? error,
  )

/** A database from before there were passwords, with a row in it; `stop` ends its postmaster. */
async function makeFormer(dataDir: string): Promise<{ place: DataDir; address: SocketAddress; stop(): Promise<void> }> {
  const place = await chooseDataDir(dataDir, log)
  const { account, cluster, socketDir, port, home } = place
  const native = await installBinaries(findBinaries(), home, account)
  const options = ['-U', 'app', '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--locale=C', '--no-sync']
  // The account creates it in a separate directory, like the launcher.
  prepareSocketDir({ ...place, socketDir: cluster })
  const { code, output } = await runAs(account, [join(native, 'bin/initdb'), '-D', cluster, ...options])
  if (code !== 0) throw new Error(output)
  prepareSocketDir(place)
  const flags = ['-p', String(port), '-k', socketDir, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const command = [join(native, 'bin/postgres'), '-D', cluster, ...flags]
  const child = spawnAs(account, command, { stdio: 'ignore', detached: true })
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  while ((await probePostmaster(socketDir, port)) !== 'ready') await delay(20)
  const address = { socketDir, port, user: 'app', password: '', database: 'postgres' }
  const db = openDb(address, { name: 'former', max: 1, statementTimeoutMs: 100_000 })
  await rowOf(() => migrate(db))
  await rowOf(() => db.script(`insert into setting (name, value, updated_at) values ('kept', '42', '2026-11-21')`))
  await db.close()
  const stop = async () => {
    child.kill('SIGINT')
    await gone
  }
  return { place, address, stop }
}

const keptIn = (db: Db) => rowOf(() => db.one<{ value: number }>(SQL`select value from setting where name = 'kept'`))

/** Waits until connections require a password: a running postmaster reloads its rules asynchronously. */
async function becomesClosed(address: SocketAddress): Promise<void> {
  for (let refusal: unknown; refusal !== '28P01'; ) {
    const db = openDb({ ...address, password: 'none' }, { name: 'test', max: 1, statementTimeoutMs: 100_000 })
    refusal = await refusalOf(db)
    await db.close()
  }
}

test("only the server's account can read the file with passwords, and nobody connects without one", async t => {
  const dataDir = makeFolder(t)
  const { owner, plain } = await start(t, dataDir)
  const { home, account, cluster } = await chooseDataDir(dataDir, log)
  const file = join(home, FILE)
  const { mode, uid } = statSync(file)
  t.deepEqual([mode & 0o777, uid], [0o600, process.getuid?.()])
  if (isRoot) t.not((await runAs(account, ['cat', file])).code, 0)
  t.deepEqual(
    readdirSync(home).filter(name => /verifier|\.new|\.part/.test(name)),
    [],
  )
  for (const address of [owner, plain]) {
    await rowOf(() => open(t, address).script('select 1'))
    for (const password of ['none', drawPasswords().app])
      t.is(await refusalOf(open(t, { ...address, password }), 'select 1'), '28P01')
  }
  t.notRegex(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8'), /^[^#]*trust/m)
})

test('no password is in process arguments or logs', async t => {
  const dataDir = makeFolder(t)
  const logged: unknown[] = []
  const settings = { fsync: 'off', log_statement: 'all' }
  const { stop, ...access } = await startEmbedded({ dataDir, settings, log: (...line) => logged.push(line) })
  t.teardown(stop)
  await rowOf(() => open(t, access.plain).script('select 1'))
  const { home } = await chooseDataDir(dataDir, log)
  const seen = [JSON.stringify(logged), readFileSync(join(home, 'postgres.log'), 'utf8')]
  seen.push(String(spawnSync('ps', ['axww', '-o', 'command'], { encoding: 'utf8' }).stdout))
  for (const { password } of [access.owner, access.plain]) {
    t.true(password.length >= 40)
    t.false(seen.some(text => text.includes(password)))
  }
})

test('the role of the servers can write rows, also in tables of later migrations, and create no tables', async t => {
  const { owner, plain } = await start(t, makeFolder(t))
  const superuser = open(t, owner)
  await rowOf(() => migrate(superuser))
  await rowOf(() =>
    superuser.script('create table later (id int generated always as identity, word text); create sequence counted'),
  )
  const db = open(t, plain)
  await rowOf(() => db.script(`insert into later (word) values ('a'); update later set word = 'b'; delete from later`))
  await rowOf(() =>
    db.script(`select nextval('counted'); select * from setting; select * from agents_visible_to(null)`),
  )
  const role = await db.one(SQL`
    select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = current_user`)
  t.deepEqual(role, {
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    owned: 0,
    memberships: 0,
  })
  for (const statement of [
    'truncate later',
    'create table more ()',
    'create temporary table more ()',
    'create schema more',
    'alter table later add more int',
    'create index on later (word)',
    'drop table later',
    'create function more() returns int language sql as $$ select 1 $$',
    'create role more',
    'create database more',
    'create extension citext',
    'alter role colloquy superuser',
    'set role app',
    `copy later to program 'true'`,
    `copy later to '/tmp/later'`,
    `select pg_read_file('postgresql.conf')`,
    'select rolpassword from pg_authid',
    'alter system set fsync = off',
  ])
    t.is(await refusalOf(db, statement), '42501', statement)
})

test('a database without passwords is converted with its data, running or not', async t => {
  for (const isRunning of [true, false]) {
    const former = await makeFormer(makeFolder(t))
    t.teardown(former.stop)
    if (!isRunning) await former.stop()
    const database = await start(t, former.place.home)
    t.is(database.adopted, isRunning)
    await becomesClosed(former.address)
    t.deepEqual(await keptIn(open(t, database.plain)), { value: 42 })
    t.deepEqual(await findRunningDatabase(former.place.home), database.plain)
    const superuser = open(t, database.owner)
    await rowOf(() => migrate(superuser))
    t.is(await refusalOf(open(t, database.plain), 'truncate setting'), '42501')
    const other = await start(t, former.place.home)
    t.deepEqual([other.plain, other.owner, other.adopted], [database.plain, database.owner, true])
    await other.stop()
  }
})

test('two concurrent starts on such a database use the same passwords', async t => {
  const former = await makeFormer(makeFolder(t))
  t.teardown(former.stop)
  const [one, other] = await Promise.all([start(t, former.place.home), start(t, former.place.home)])
  t.deepEqual([one.owner, one.plain], [other.owner, other.plain])
  for (const { plain } of [one, other]) t.deepEqual(await keptIn(open(t, plain)), { value: 42 })
})

test('a crash while the roles get their passwords does not prevent the next start', async t => {
  const dataDir = makeFolder(t)
  const { stop, owner } = await start(t, dataDir)
  await rowOf(() => open(t, owner).script('drop owned by colloquy; drop role colloquy'))
  await stop()
  const { home } = await chooseDataDir(dataDir, log)
  renameSync(join(home, FILE), join(home, `${FILE}.new`))
  const again = await start(t, dataDir)
  t.deepEqual(again.owner, owner)
  await rowOf(() => open(t, again.plain).script('select 1'))
  t.false(existsSync(join(home, `${FILE}.new`)))
})

test('a database whose passwords are lost or damaged is reported, and stopped', async t => {
  const dataDir = makeFolder(t)
  await (await start(t, dataDir)).stop()
  const { home, cluster } = await chooseDataDir(dataDir, log)
  for (const [damage, message] of [
    [() => writeFileSync(join(home, FILE), '{"app":"x"}'), /database-passwords\.json is damaged: restore it$/],
    [
      () => rmSync(join(home, FILE)),
      /database-passwords\.json does not contain the passwords of the database: restore/,
    ],
  ] as const) {
    damage()
    await t.throwsAsync(start(t, dataDir), { instanceOf: UnusableDataDir, message })
    t.false(existsSync(join(cluster, 'postmaster.pid')))
  }
})
