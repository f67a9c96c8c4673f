// Measures the start and the memory of a server: `node scripts/measure/start.mjs [CHECKOUT] [--rounds 5]`. Prints the
// time of a first build, and over rounds that reuse the data: the time from `npm start` to the first signed 200, the
// CPU time of the server process up to then, which depends less on other load, and its resident memory after ten idle
// seconds (Linux; without the database).
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { enroll, freePort, signed } from './signed-requests.mjs'

const IDLE_MS = 10_000
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
})
const root = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '../..'))
const { start } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts
const build = start.split(' && ')[0].split(' ')

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-start-'))
const base = `http://127.0.0.1:${await freePort()}`
const env = { ...process.env, PORT: new URL(base).port, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }

const seconds = from => Number(((performance.now() - from) / 1_000).toFixed(2))
const median = figures => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]

function measureBuild() {
  for (const output of ['dist', 'bundle']) rmSync(path.join(root, output), { recursive: true, force: true })
  const from = performance.now()
  const { status } = spawnSync(build[0], build.slice(1), { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`\`${build.join(' ')}\` ended with ${status}`)
  return seconds(from)
}

async function started(visit) {
  const from = performance.now()
  const npm = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = new Promise(resolve => npm.once('exit', resolve))
  try {
    return await visit(from, npm)
  } finally {
    npm.kill('SIGTERM')
    await exited
  }
}

/**
 * The first response of a starting server. Until it listens, connections are refused; the previous server resets its
 * own.
 */
async function first(send, npm) {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (npm.exitCode !== null || !['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(error.cause?.code))
        throw error
      await delay(5)
    }
  }
}

/** The descendant process that runs `main.js`. */
function serverBelow(parent) {
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (words.some(word => /(^|\/)main\.js$/.test(word)) && isBelow(pid, parent)) return pid
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    }
  }
  throw new Error('no server process')
}

const residentMb = pid => Math.round(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1_000)

/** User and system time of all threads; a tick is 10 ms. */
function cpuSeconds(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) / 100
}

function isBelow(pid, ancestor) {
  for (let at = Number(pid); at > 1; ) {
    if (at === ancestor) return true
    at = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))[1])
  }
  return false
}

try {
  process.stdout.write(
    `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}\n`,
  )
  process.stdout.write(`first build: ${measureBuild()} s\n`)
  const agent = await started((_, npm) => first(() => enroll(base), npm))
  const rounds = []
  for (let round = 0; round < Number(values.rounds); round++) {
    await delay(500)
    rounds.push(
      await started(async (from, npm) => {
        await first(() => signed(base, agent, 'POST', '/ping', {}), npm)
        const took = seconds(from)
        const server = serverBelow(npm.pid)
        const cpu = cpuSeconds(server)
        await delay(IDLE_MS)
        return { took, cpu, mb: residentMb(server) }
      }),
    )
  }
  for (const [name, figure, unit] of [
    ['first signed 200', 'took', 's'],
    ['CPU of the server until then', 'cpu', 's'],
    ['resident when idle', 'mb', 'MB'],
  ]) {
    const figures = rounds.map(round => round[figure])
    process.stdout.write(`${name}: median ${median(figures)} ${unit} of ${figures.join(', ')}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
