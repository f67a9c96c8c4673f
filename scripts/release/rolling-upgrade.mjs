// The release gate: `node scripts/release/rolling-upgrade.mjs [COMMIT]` builds an earlier version next to this one and
// runs both on one database under load, as in a rolling upgrade: first the earlier version alone, then both, then this
// version alone. No request may fail. Afterwards the schema must equal the committed one, as on an empty database, and
// a second migration run must change nothing.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildEarlier, EARLIER, removeEarlier } from './previous-build.mjs'

const LANES = 4
/** Successful requests of each lane in each of the three phases. */
const EACH = 50
/** Lines of a schema that are wrong. */
const MAX_DIFFERENCES = 8

const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))
const commit = process.argv[2] ?? EARLIER
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-rolling-'))
const earlier = path.join(folder, 'earlier')
const say = line => process.stdout.write(`${line}\n`)

/** Starts a version on a database; returns its address and a function that stops it. */
async function start(cwd, { owner }, database) {
  const { socketDir, port, user, password } = owner
  const env = {
    ...{ PATH: process.env.PATH, PGHOST: socketDir, PGPORT: String(port), PGUSER: user, PGPASSWORD: password },
    ...{ DATABASE_URL: `postgres:///${database}`, DATA_DIR: path.join(folder, 'data'), PORT: '0', RATE_LIMITS: 'off' },
    ...{ SECRET_KEY: 'a secret of more than 32 characters', LOG_LEVEL: 'error' },
  }
  const child = spawn(process.execPath, ['dist/main.js'], { cwd, env, stdio: ['ignore', 'pipe', 2] })
  let text = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.includes('Ctrl-C')) break
  }
  const url = /base URL +(\S+)/.exec(text)?.[1]
  if (!url) throw new Error(`${cwd} does not start`)
  child.stdout.resume()
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Agents that write and read at the servers of `live` in turn, until stopped. */
async function load(clientsOf, live) {
  const counts = { answered: 0, refused: 0, failed: [] }
  const under = new Map()
  let isOver = false
  const first = clientsOf(live, undefined, Date.now)
  const lanes = []
  for (let n = 0; n < LANES; n++) lanes.push({ agent: await first.enroll(`lane-${n}`), turn: 0 })
  const requests = [
    (send, agent, turn) =>
      send(agent, 'POST', '/posts', { content: `${agent.handle} ${turn}`, idempotency_key: `${turn}` }),
    (send, agent) => send(agent, 'GET', '/posts/mine'),
    (send, agent) => send(agent, 'GET', '/heartbeat'),
    (send, agent, turn) => send(agent, 'POST', '/posts', { content: `${agent.handle} again ${turn}` }),
    (send, agent) => send(agent, 'GET', '/feed'),
  ]
  const running = lanes.map(async lane => {
    while (!isOver) {
      const server = lane.turn % live.length
      const { url } = live[server]
      under.set(url, (under.get(url) ?? 0) + 1)
      const send = (agent, method, path, payload = {}) => first.send(agent, method, path, payload, server)
      const pending = requests[lane.turn % requests.length](send, lane.agent, lane.turn)
      const { status, text } = await pending.catch(error => ({ status: 0, text: String(error.cause ?? error) }))
      under.set(url, under.get(url) - 1)
      if (status === 503) counts.refused++
      else if (status < 200 || status > 299) counts.failed.push(`${url} ${status} ${text.slice(0, 200)}`)
      else counts.answered++
      if (status !== 503) lane.turn++
    }
  })
  return {
    counts,
    async until(more) {
      const goal = counts.answered + more
      while (counts.answered < goal && counts.failed.length === 0) await delay(20)
    },
    /** As a load balancer does: no new requests are sent there, and pending ones are waited for. */
    async leave(url) {
      live.splice(
        live.findIndex(server => server.url === url),
        1,
      )
      while (under.get(url) > 0) await delay(20)
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

const { startEmbedded } = await built('storage/embedded/start-embedded.js')
const { openDb } = await built('storage/db/db.js')
const { migrate } = await built('storage/db/migrate.js')
const { describeSchema } = await built('testing/describe-schema.js')
const { clientsOf } = await built('testing/processes/two-servers.js')
const { SQL } = await import('sql-template-strings')

const faults = []
const expect = (isRight, what) => {
  say(`${isRight ? 'ok  ' : 'FAIL'} ${what}`)
  if (!isRight) faults.push(what)
}

/** Every row of the catalogue and of the migrations with the transaction that wrote it. */
async function digest(db) {
  const { catalogue } = await db.one(SQL`
    select string_agg(line, ' ' order by line) as catalogue from (
      select oid || ':' || xmin as line from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'S'
      union all select oid || ':' || xmin from pg_proc where pronamespace = 'public'::regnamespace
      union all select name || ':' || xmin from migration) l`)
  return createHash('sha256').update(catalogue).digest('hex')
}

async function roll(database) {
  const old = await start(earlier, database, 'rolled')
  const live = [{ url: old.url }]
  const loaded = await load(clientsOf, live)
  await loaded.until(LANES * EACH)
  const young = await start(root, database, 'rolled')
  live.push({ url: young.url })
  await loaded.until(LANES * EACH)
  await loaded.leave(old.url)
  await old.stop()
  await loaded.until(LANES * EACH)
  await loaded.stop()
  await young.stop()
  const { answered, refused, failed } = loaded.counts
  for (const line of failed.slice(0, 5)) say(`     ${line}`)
  expect(failed.length === 0, `${answered} requests answered, ${refused} refused temporarily, ${failed.length} failed`)
}

/** The first lines in which the two differ. */
function tellDifference(wanted, found) {
  const [before, after] = [wanted, found].map(text => text.split('\n'))
  const at = before.findIndex((line, index) => line !== after[index])
  if (at === -1) return
  const print = (lines, sign) =>
    say(
      lines
        .slice(at, at + MAX_DIFFERENCES)
        .map(line => `     ${sign} ${line}`)
        .join('\n'),
    )
  say(`     from line ${at + 1} on, behind ${before[at - 1]}`)
  print(before, '-')
  print(after, '+')
}

async function main() {
  buildEarlier(commit, earlier)
  const committed = readFileSync(path.join(root, 'storage/db/schema.sql'), 'utf8')
  const database = await startEmbedded({ dataDir: path.join(folder, 'database'), log: () => {} })
  const on = (name, options = {}) =>
    openDb({ ...database.owner, database: name }, { name: 'gate', max: 3, statementTimeoutMs: 60_000, ...options })
  try {
    const admin = on('postgres')
    for (const name of ['rolled', 'empty']) await admin.script(`create database ${name} template template0`)
    await admin.close()
    await roll(database)
    const [rolled, empty] = [on('rolled'), on('empty')]
    const upgraded = await describeSchema(rolled)
    expect(upgraded === committed, 'the schema of the upgraded database is the committed one')
    tellDifference(committed, upgraded)
    await migrate(empty)
    expect((await describeSchema(empty)) === committed, 'the schema of an empty database is the committed one')
    for (const [name, db] of Object.entries({ upgraded: rolled, empty })) {
      const before = await digest(db)
      await migrate(db)
      expect((await digest(db)) === before, `a second run on the ${name} database changes nothing`)
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

try {
  await main()
} finally {
  removeEarlier(earlier)
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = faults.length > 0 ? 1 : 0
