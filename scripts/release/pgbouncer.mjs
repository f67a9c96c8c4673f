// Rehearses docs/connections.md: two server processes behind pgbouncer in session mode (Debian's package), with the
// minimum number of connections that the page documents; the demo and part of the suite run against them. Also checks
// the messages for an address that does not mention the pooler or names an unsupported mode.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitWithOutcome, Failure, run, withServer } from '../checkout.mjs'

const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))

if (spawnSync('pgbouncer', ['--version']).status !== 0) {
  process.stdout.write('skipped: pgbouncer is not installed (apt-get install pgbouncer)\n')
  process.exit(0)
}

const PROCESSES = 2
/** From docs/connections.md: connections per process, and of the one that starts them. */
const BUDGET = PROCESSES * 30 + 3
const SCENARIOS =
  '^(mention inbox|push|push: streams and the inbox|idempotency|posts|posts: once only|direct messages|events)$'

const { startEmbedded } = await built('storage/embedded/start-embedded.js')
const { openDb } = await built('storage/db/db.js')
const { SQL } = await import('sql-template-strings')

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-pgbouncer-'))
chmodSync(folder, 0o711)
const say = (isRight, what) => process.stdout.write(`${isRight ? 'ok  ' : 'FAIL'} ${what}\n`)
function expect(isRight, what) {
  say(isRight, what)
  if (!isRight) throw new Failure(what)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function answers(port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** pgbouncer refuses to run as root: like PostgreSQL, it runs as the account that owns the database socket. */
async function startPooler({ owner }, port) {
  const { socketDir, port: number, password, user } = owner
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
pooled = host=${socketDir} port=${number} dbname=pooled user=${user} password=${password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = ${BUDGET}
max_client_conn = 200
`,
  )
  const account = process.getuid() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  if (account.length > 0) execFileSync('chown', ['postgres', file])
  chmodSync(file, 0o600)
  const [program, ...words] = [...account, 'pgbouncer', '-q', file]
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Failure(`pgbouncer ended with ${child.exitCode}`)
    await delay(50)
  }
  return child
}

const environment = (url, dataDir) => ({
  ...process.env,
  ...{ PORT: '0', DATABASE_URL: url, DATA_DIR: path.join(folder, dataDir), WEB_CONCURRENCY: String(PROCESSES) },
  ...{ SECRET_KEY: 'a secret of more than 32 characters', LOG_LEVEL: 'warn' },
})

const main = [process.execPath, path.join(root, 'dist/main.js')]

async function playThrough(url, db) {
  await withServer(main, { cwd: root, env: environment(url, 'served') }, async baseUrl => {
    const script = name => path.join(root, 'dist/conformance', name)
    await run(process.execPath, [script('demo/run.js'), '--base-url', baseUrl], { cwd: root })
    await run(process.execPath, [script('run.js'), '--base-url', baseUrl, '--only', SCENARIOS], { cwd: root })
    const { taken, listening, locks } = await db.one(SQL`
      select count(*)::int as taken, count(*) filter (where query ilike 'listen %')::int as listening,
        (select count(distinct pid)::int from pg_locks where locktype = 'advisory' and objid = 7002) as locks
      from pg_stat_activity where datname = 'pooled' and application_name like 'colloquy %'
        and application_name <> 'colloquy rehearsal'`)
    expect(taken <= BUDGET, `${PROCESSES} processes hold ${taken} connections, of ${BUDGET} that they may`)
    expect(listening > 0, `${listening} of them listen`)
    expect(locks === 1, 'the server holds the lock that tells others of it')
    const { source } = await db.one(SQL`
      select string_agg(distinct state, ' ') as source from pg_stat_activity where application_name = 'colloquy admission'`)
    expect(source !== null, `each pool is known by its name to the database (admission is ${source})`)
  })
}

/** The first line on standard error of a server started this way; the server is then stopped. */
async function complaintOf(url) {
  const child = spawn(main[0], main.slice(1), {
    cwd: root,
    env: environment(url, 'refused'),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  for await (const chunk of child.stderr) {
    text += chunk
    if (text.includes('\n')) break
  }
  child.kill('SIGKILL')
  return text
}

await exitWithOutcome(async () => {
  const database = await startEmbedded({ dataDir: path.join(folder, 'database'), log: () => {} })
  let pooler
  try {
    const on = name =>
      openDb({ ...database.owner, database: name }, { name: 'rehearsal', max: 1, statementTimeoutMs: 60_000 })
    const admin = on('postgres')
    await admin.script('create database pooled template template0')
    await admin.close()
    const port = await freePort()
    pooler = await startPooler(database, port)
    const db = on('pooled')
    const url = `postgres://app@127.0.0.1:${port}/pooled`
    await playThrough(`${url}?pooler=session`, db)
    const unsaid = await complaintOf(url)
    expect(unsaid.includes('pooler=session'), 'an address that does not tell of the pooler is answered by what to add')
    const wrong = await complaintOf(`${url}?pooler=transaction`)
    expect(/^DATABASE_URL: pooler must be session/m.test(wrong), 'a mode in which a server does not work is refused')
    await db.close()
  } finally {
    pooler?.kill('SIGTERM')
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
