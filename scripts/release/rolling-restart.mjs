// Rehearses docs/scale.md, "Rolling restart": two servers without a shared disk behind the HAProxy of
// deploy/ha/haproxy.cfg, which distributes requests between them. Under 300 signed requests a second, each server is
// stopped and started again, twice. No request may fail, MCP sessions continue at the other server, and streams are
// told when to reconnect. `node scripts/release/rolling-restart.mjs [REQUESTS A SECOND [COMMIT]]`: with a commit, both
// servers first run that version, which must support draining, and each is restarted as the current one, as in
// docs/upgrade.md.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitWithOutcome, Failure } from '../checkout.mjs'
import { buildEarlier, removeEarlier } from './previous-build.mjs'
import { openSteadyLoad, percentile } from './steady-load.mjs'

const PER_SECOND = Number(process.argv[2] ?? 300)
const commit = process.argv[3]
const AGENTS = 20
const ROUNDS = 2
const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-restart-'))
const earlier = path.join(folder, 'earlier')
const say = line => process.stdout.write(`${line}\n`)

if (spawnSync('which', ['haproxy']).status !== 0) {
  say('skipped: haproxy is not installed')
  process.exit(0)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

/** The published file, with the ports of this run and without its certificate. */
async function balance(ports, front) {
  const socket = path.join(folder, 'haproxy.sock')
  const file = path.join(folder, 'haproxy.cfg')
  const published = readFileSync(path.join(root, 'deploy/ha/haproxy.cfg'), 'utf8')
    .replace(/bind :443.*/, `bind 127.0.0.1:${front}`)
    .replace('10.77.0.21:8080', `127.0.0.1:${ports[0]}`)
    .replace('10.77.0.22:8080', `127.0.0.1:${ports[1]}`)
  writeFileSync(file, `global\n  stats socket ${socket} mode 600\n${published}`)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 2] })
  return { socket, stop: () => child.kill('SIGTERM') }
}

/** The servers that HAProxy sends requests to. */
function living(socket) {
  return new Promise(resolve => {
    let text = ''
    const asking = connect(socket, () => asking.end('show stat\n'))
    asking.on('data', chunk => (text += chunk))
    asking.on('error', () => resolve([]))
    asking.on('close', () => {
      const rows = text.split('\n').map(line => line.split(','))
      resolve(rows.filter(row => row[0] === 'colloquy' && row[17]?.startsWith('UP')).map(row => row[1]))
    })
  })
}

async function untilLiving(socket, name) {
  while (!(await living(socket)).includes(name)) await delay(50)
}

function startOne(database, name, port, front, cwd = root) {
  const { socketDir, port: databasePort, user, password } = database
  const env = {
    ...{ PATH: process.env.PATH, PGHOST: socketDir, PGPORT: String(databasePort), PGUSER: user, PGPASSWORD: password },
    ...{ DATABASE_URL: `postgres:///${database.database}`, DATA_DIR: path.join(folder, name), PORT: String(port) },
    ...{ BASE_URL: `http://127.0.0.1:${front}`, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'off', DRAIN_SECONDS: '10' },
    ...{ SECRET_KEY: 'a secret of more than 32 characters', LOG_LEVEL: 'error' },
  }
  const child = spawn(process.execPath, ['dist/main.js'], { cwd, env, stdio: ['ignore', 'ignore', 2] })
  const gone = once(child, 'exit')
  return {
    async stop() {
      child.kill('SIGTERM')
      const [code] = await gone
      if (code !== 0) throw new Failure(`${name} ended with ${code}`)
    },
  }
}

/**
 * Follows the stream of a session and reconnects when it ends; counts the ends, and how many announced when to
 * reconnect.
 */
function followStream(clients, session) {
  const seen = { ended: 0, announced: 0, refused: 0 }
  let isOver = false
  const follow = async () => {
    while (!isOver) {
      const response = await clients.openStream(session).catch(() => undefined)
      if (response?.status !== 200) {
        seen.refused++
        await delay(100)
        continue
      }
      const text = await response.text().catch(() => '')
      if (isOver) return
      seen.ended++
      if (/retry: \d+\n/.test(text)) seen.announced++
    }
  }
  void follow()
  return { seen, stop: () => (isOver = true) }
}

async function rehearse(database) {
  const [ports, front] = [[await freePort(), await freePort()], await freePort()]
  const servers = ['one', 'two'].map((name, n) => ({
    name,
    running: startOne(database, name, ports[n], front, commit ? earlier : root),
  }))
  const { socket, stop: stopBalancing } = await balance(ports, front)
  const { clientsOf } = await built('testing/processes/two-servers.js')
  const clients = clientsOf([{ url: `http://127.0.0.1:${front}` }], undefined, Date.now)
  try {
    for (const { name } of servers) await untilLiving(socket, name)
    const agents = []
    for (let n = 0; n < AGENTS; n++) agents.push(await clients.enroll(`agent-${n}`))
    const session = await clients.openSession(agents[0])
    const stream = followStream(clients, session)
    const load = openSteadyLoad(clients, agents, PER_SECOND)
    const sessionLives = async () => {
      const { status } = await clients.call(session, 'get_limits', {})
      if (status !== 200) throw new Failure(`the MCP session was lost: ${status}`)
    }
    await load.until(PER_SECOND * 2)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, server] of servers.entries()) {
        await server.running.stop()
        await sessionLives()
        server.running = startOne(database, server.name, ports[n], front)
        await untilLiving(socket, server.name)
        await sessionLives()
        await load.until(PER_SECOND * 2)
        say(
          `${server.name} was restarted: ${load.counts.answered} requests answered, ${load.counts.failed.length} failed`,
        )
      }
    }
    stream.stop()
    await load.stop()
    const { sent, answered, failed, ms } = load.counts
    say(`${sent} requests at ${PER_SECOND} a second: ${answered} answered, ${failed.length} failed`)
    say(
      `median ${percentile(ms, 0.5)} ms, 99 of 100 within ${percentile(ms, 0.99)} ms, longest ${percentile(ms, 1)} ms`,
    )
    const { ended, announced, refused } = stream.seen
    say(
      `the stream ended ${ended} times, ${announced} of them with a time to reconnect; ${refused} reconnections were refused`,
    )
    for (const line of failed.slice(0, 5)) say(`     ${line}`)
    if (failed.length > 0) throw new Failure('requests failed')
    if (ended === 0 || announced < ended) throw new Failure('streams ended without a time to reconnect')
  } finally {
    for (const { running } of servers) await running.stop().catch(() => {})
    stopBalancing()
  }
}

await exitWithOutcome(async () => {
  if (commit) buildEarlier(commit, earlier)
  const { startEmbedded } = await built('storage/embedded/start-embedded.js')
  const database = await startEmbedded({ dataDir: path.join(folder, 'database'), log: () => {} })
  try {
    await rehearse(database.owner)
  } finally {
    await database.stop()
    if (commit) removeEarlier(earlier)
    rmSync(folder, { recursive: true, force: true })
  }
})
// After a failure, the load may still be running.
process.exit(process.exitCode ?? 0)
