// Rehearses docs/back-up.md, "Point-in-time recovery", with this machine's PostgreSQL (Debian's packages, 15 or newer):
// archives the log, takes a base backup while rows are written, loses everything, and restores to a moment after the
// backup.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))
const PACKAGES = '/usr/lib/postgresql'

const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).filter(name => Number(name) >= 15) : []
const bin = versions
  .map(name => path.join(PACKAGES, name, 'bin'))
  .findLast(folder => existsSync(path.join(folder, 'pg_basebackup')))
if (!bin) {
  process.stdout.write('skipped: no PostgreSQL 15 or newer in /usr/lib/postgresql (apt-get install postgresql)\n')
  process.exit(0)
}

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-point-'))
const [first, base, wal] = ['first', 'base', 'wal'].map(name => path.join(folder, name))
const PORT = '5499'

/** PostgreSQL refuses to run as root. */
const account = process.getuid() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
const env = { ...process.env, LC_ALL: 'C.UTF-8', PGHOST: folder, PGPORT: PORT, PGUSER: 'colloquy' }
function run(program, ...words) {
  const [command, ...rest] = [...account, path.join(bin, program), ...words]
  return execFileSync(command, rest, { env, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
const start = data =>
  run('pg_ctl', '-w', '-D', data, '-l', path.join(folder, 'log'), '-o', `-p ${PORT} -k ${folder}`, 'start')
const stop = data => run('pg_ctl', '-w', '-D', data, '-m', 'immediate', 'stop')

const { openDb } = await built('storage/db/db.js')
const { isMigrated, migrate } = await built('storage/db/migrate.js')
const { createTestWorld } = await built('testing/fixtures/test-world.js')
const { postMessage } = await built('tools/posts/post-message.js')
const { digestTables } = await built('testing/leak-checks/table-digests.js')
const { SQL } = await import('sql-template-strings')

const address = { socketDir: folder, port: Number(PORT), user: 'colloquy', password: '', database: 'postgres' }
async function on(use) {
  const db = openDb(address, { name: 'rehearsal', max: 4, statementTimeoutMs: 60_000, connectTimeoutSeconds: 60 })
  return await use(db).finally(() => db.close())
}

/** Waits until a log segment has been archived. */
async function archived(db) {
  const { segment } = await db.one(SQL`select pg_walfile_name(pg_switch_wal()) as segment`)
  while (!existsSync(path.join(wal, segment)));
}

function prepare() {
  chmodSync(folder, 0o777)
  mkdirSync(wal)
  chmodSync(wal, 0o777)
  run('initdb', '-D', first, '-U', 'colloquy', '--auth=trust', '-E', 'UTF8', '--no-sync')
  appendFileSync(
    path.join(first, 'postgresql.conf'),
    `
archive_mode = on
archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f'
listen_addresses = ''
`,
  )
  start(first)
}

/** The content at the returned moment, after which nothing more is written. */
const write = () =>
  on(async db => {
    await migrate(db)
    const world = createTestWorld(db, {})
    const ann = await world.agent('ann')
    const post = content => world.call(postMessage, ann, { content })
    await post('before the base backup')
    run('pg_basebackup', '--pgdata', base, '--checkpoint', 'fast', '--wal-method', 'none')
    await post('after it')
    const digests = await digestTables(db)
    const { moment } = await db.one(SQL`select clock_timestamp()::text as moment`)
    await db.script('truncate post cascade')
    await archived(db)
    return { digests, moment }
  })

function recover(moment) {
  stop(first)
  const settings = `restore_command = 'cp ${wal}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = promote\n`
  appendFileSync(path.join(base, 'postgresql.auto.conf'), settings)
  writeFileSync(path.join(base, 'recovery.signal'), '')
  start(base)
}

try {
  prepare()
  const { digests, moment } = await write()
  recover(moment)
  await on(async db => {
    while ((await db.one(SQL`select pg_is_in_recovery() as is_so`)).is_so);
    const found = await digestTables(db)
    const differing = Object.keys(digests).filter(table => found[table] !== digests[table])
    const isRight = differing.length === 0 && (await isMigrated(db))
    process.stdout.write(
      `${isRight ? 'ok  ' : 'FAIL'} the database of ${moment} is there again ${differing.join(' ')}\n`,
    )
    process.exitCode = isRight ? 0 : 1
  })
} finally {
  for (const data of [first, base]) if (existsSync(path.join(data, 'postmaster.pid'))) stop(data)
  rmSync(folder, { recursive: true, force: true })
}
