// Rehearses docs/scale.md, "PostgreSQL on two machines": etcd on three machines, Patroni and PostgreSQL on two of them,
// and two Colloquy servers behind HAProxy, with the files of deploy/ha/. The machines are network namespaces on a
// bridge or, if the system does not allow namespaces, loopback addresses. Under a load of signed posts, the primary is
// killed and the next one is cut off from the network. Each acknowledged post must exist afterwards, exactly once. Run
// as root, with Debian's packages: apt-get install patroni etcd-server postgresql haproxy iproute2
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitWithOutcome, Failure } from '../checkout.mjs'
import { openPosting } from './steady-load.mjs'

const LANES = 8
/** Number of posts acknowledged before, between and after the failures. */
const EACH = 150
const PASSWORD = 'a password of this rehearsal'
const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))
const say = line => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const has = program => spawnSync('which', [program]).status === 0
const quiet = { stdio: ['ignore', 'ignore', 'ignore'] }

const lacking = ['patroni', 'etcd', 'haproxy', 'ip', 'runuser'].filter(program => !has(program))
if (process.getuid() !== 0 || lacking.length > 0 || !existsSync('/usr/lib/postgresql/15/bin/postgres')) {
  process.stdout.write(
    `skipped: only root, and with Debian's packages; not here: ${lacking.join(', ') || 'root or PostgreSQL 15'}\n`,
  )
  process.exit(0)
}

const folder = mkdtempSync('/var/tmp/colloquy-failover-')
chmodSync(folder, 0o755)
const hasNamespaces = spawnSync('ip', ['netns', 'add', 'colloquy-try']).status === 0
if (hasNamespaces) execFileSync('ip', ['netns', 'del', 'colloquy-try'])
const NET = hasNamespaces ? '10.77.0' : '127.77.0'
const MACHINES = { a: `${NET}.11`, b: `${NET}.12`, c: `${NET}.13`, one: `${NET}.21`, two: `${NET}.22` }
const FRONT = `${NET}.1`
const BRIDGE = 'colloquy-ha'
const ip = (...args) => execFileSync('ip', args, quiet)

function makeMachines() {
  if (!hasNamespaces) return
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${FRONT}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  for (const [name, address] of Object.entries(MACHINES)) {
    const inner = ['netns', 'exec', `colloquy-${name}`, 'ip']
    ip('netns', 'add', `colloquy-${name}`)
    ip('link', 'add', `chq-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `colloquy-${name}`)
    ip('link', 'set', `chq-${name}`, 'master', BRIDGE, 'up')
    ip(...inner, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) ip(...inner, 'link', 'set', device, 'up')
  }
}

function removeMachines() {
  if (!hasNamespaces) return
  for (const name of Object.keys(MACHINES)) {
    spawnSync('ip', ['link', 'del', `chq-${name}`], quiet)
    spawnSync('ip', ['netns', 'del', `colloquy-${name}`], quiet)
  }
  spawnSync('ip', ['link', 'del', BRIDGE], quiet)
}

const running = []

/** Starts a program on a machine, in its own process group. */
function start(machine, [program, ...args], env = {}, account = 'root') {
  const within = hasNamespaces ? ['ip', 'netns', 'exec', `colloquy-${machine}`] : []
  const as = account === 'root' ? [] : ['runuser', '-u', account, '--']
  const log = path.join(folder, `${machine}-${path.basename(program)}.log`)
  const line = ['sh', '-c', 'exec "$@" >>"$0" 2>&1', log, program, ...args]
  const [first, ...rest] = [...within, ...as, ...line]
  writeFileSync(log, '', { flag: 'a', mode: 0o666 })
  chmodSync(log, 0o666)
  const child = spawn(first, rest, { detached: true, cwd: '/', env: { PATH: process.env.PATH, ...env }, ...quiet })
  const started = { machine, program, child, exited: once(child, 'exit') }
  running.push(started)
  return started
}

async function stopAll(signal = 'SIGTERM') {
  for (const { child } of running) {
    try {
      process.kill(-child.pid, signal)
    } catch {}
  }
  await Promise.race([Promise.all(running.map(({ exited }) => exited)), delay(15_000)])
}

const fitted = file =>
  readFileSync(path.join(root, 'deploy/ha', file), 'utf8')
    .replaceAll('10.77.0.', `${NET}.`)
    .replaceAll('/var/lib/postgresql/15/colloquy', path.join(folder, '@NAME@/data'))
    .replaceAll('/var/lib/postgresql/.pgpass-colloquy', path.join(folder, '@NAME@/pgpass'))
    .replaceAll('/var/run/postgresql', path.join(folder, '@NAME@'))
    .replaceAll('/var/lib/etcd/colloquy', path.join(folder, '@NAME@-etcd'))
    .replaceAll('change-this-too', PASSWORD)
    .replaceAll('change-this', PASSWORD)

const written = (name, text) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

/** `node.env` of one machine, as systemd would read it. */
const environmentOf = name =>
  Object.fromEntries(
    fitted('node.env')
      .replaceAll('@NAME@', name)
      .replaceAll('@ADDRESS@', MACHINES[name])
      .split('\n')
      .filter(line => /^[A-Z]/.test(line))
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

const startEtcd = name => start(name, ['etcd'], environmentOf(name))

function startPatroni(name) {
  const home = path.join(folder, name)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  execFileSync('chown', ['postgres:postgres', home])
  const file = written(`patroni-${name}.yml`, fitted('patroni.yml').replaceAll('@NAME@', name))
  return start(name, ['patroni', file], { ...environmentOf(name), LC_ALL: 'C.UTF-8', HOME: home }, 'postgres')
}

/** Patroni's status on a machine; `undefined` if it does not respond. */
async function askPatroni(name) {
  try {
    const answer = await fetch(`http://${MACHINES[name]}:8008/patroni`, { signal: AbortSignal.timeout(1_000) })
    return await answer.json()
  } catch {
    return undefined
  }
}

async function until(what, isSo, seconds = 180) {
  for (const begun = performance.now(); performance.now() - begun < seconds * 1_000; await delay(200)) {
    const found = await isSo()
    if (found) return found
  }
  throw new Failure(`${what}: not within ${seconds} s; the logs are in ${folder}`)
}

async function findPrimary(names = ['a', 'b']) {
  for (const name of names) {
    const status = await askPatroni(name)
    if (status?.state === 'running' && ['master', 'primary'].includes(status.role)) return { name, status }
  }
}

const other = name => (name === 'a' ? 'b' : 'a')

/** Whether Patroni has recorded that the standby may be promoted: PostgreSQL waits for it some seconds earlier. */
const isSynchronous = name =>
  fetch(`http://${MACHINES[name]}:8008/synchronous`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Waits until there is a primary whose standby has everything that is acknowledged. */
const untilSynchronous = () =>
  until('a synchronous standby', async () => {
    const primary = await findPrimary()
    return primary && (await isSynchronous(other(primary.name))) ? primary.name : undefined
  })

function runSql(name, database, text) {
  const env = { ...process.env, PGPASSWORD: PASSWORD, PGHOST: MACHINES[name], PGUSER: 'postgres', PGDATABASE: database }
  return execFileSync('psql', ['-v', 'ON_ERROR_STOP=1', '-Atqc', text], { env, encoding: 'utf8' })
}

function startServer(name) {
  start(name, ['haproxy', '-db', '-f', written(`database-${name}.cfg`, ownDatabase(name))])
  const env = {
    ...{ HOST: MACHINES[name], PORT: '8080', DATA_DIR: path.join(folder, `${name}-data`), LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: `postgres://colloquy:${encodeURIComponent(PASSWORD)}@${databaseAt(name)}/colloquy` },
    ...{ BASE_URL: `http://${FRONT}:8000`, TRUSTED_PROXIES: FRONT, RATE_LIMITS: 'off', DRAIN_SECONDS: '5' },
    SECRET_KEY: 'a secret of more than 32 characters',
  }
  return start(name, [process.execPath, path.join(root, 'dist/main.js')], env)
}

/** With loopback addresses, both servers share the addresses of one machine. */
const databaseAt = name => (hasNamespaces ? '127.0.0.1:5432' : `${MACHINES[name]}:5433`)
const ownDatabase = name => fitted('haproxy-database.cfg').replace('127.0.0.1:5432', databaseAt(name))

function startBalancer() {
  const text = fitted('haproxy.cfg').replace(/bind :443.*/, `bind ${FRONT}:8000`)
  const child = spawn('haproxy', ['-db', '-f', written('haproxy.cfg', text)], { detached: true, ...quiet })
  running.push({ machine: 'front', program: 'haproxy', child, exited: once(child, 'exit') })
}

const clientsOfFront = async () => {
  const { clientsOf } = await built('testing/processes/two-servers.js')
  return clientsOf([{ url: `http://${FRONT}:8000` }], undefined, Date.now)
}

/** Every acknowledged post exists with its text, and no content exists twice. */
function judge(primary, acknowledged, counts) {
  const text = "select content || '|' || id from post where content like 'lane % turn %'"
  const rows = runSql(primary, 'colloquy', text).trim().split('\n')
  const there = new Set(rows)
  const lost = acknowledged.filter(({ id, content }) => !there.has(`${content}|${id}`))
  const contents = rows.map(row => row.split('|')[0])
  const twice = contents.filter((content, index) => contents.indexOf(content) !== index)
  say(`${acknowledged.length} posts were acknowledged: ${lost.length} lost, ${twice.length} duplicated`)
  const { unknown, refused, broken, wrong } = counts
  say(
    `meanwhile ${unknown} writes with an unknown outcome, ${refused} refused temporarily, ${broken} without a response, all retried`,
  )
  for (const line of wrong.slice(0, 5)) say(`     ${line}`)
  if (lost.length > 0 || twice.length > 0 || wrong.length > 0)
    throw new Failure('writes were lost, duplicated or refused wrongly')
}

/** The machine is up, but unreachable. */
function cutOff(name) {
  if (hasNamespaces) return ip('link', 'set', `chq-${name}`, 'down')
  for (const { machine, child } of running) if (machine === name) process.kill(-child.pid, 'SIGSTOP')
}

function letBack(name) {
  if (hasNamespaces) return ip('link', 'set', `chq-${name}`, 'up')
  for (const { machine, child } of running) if (machine === name) process.kill(-child.pid, 'SIGCONT')
}

const postmasterOf = name => Number(readFileSync(path.join(folder, name, 'data/postmaster.pid'), 'utf8').split('\n')[0])

async function rehearse() {
  say(
    hasNamespaces
      ? 'machines are network namespaces'
      : 'no network namespaces here: machines are addresses of the loopback',
  )
  for (const name of ['a', 'b', 'c']) startEtcd(name)
  startPatroni('a')
  await until('a primary', findPrimary)
  startPatroni('b')
  const first = await untilSynchronous()
  say(`${first} is the primary, ${other(first)} its synchronous standby`)
  runSql(first, 'postgres', `create role colloquy login password '${PASSWORD}'`)
  runSql(first, 'postgres', 'create database colloquy owner colloquy')
  for (const name of ['one', 'two']) startServer(name)
  startBalancer()
  const ready = () =>
    fetch(`http://${FRONT}:8000/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('two servers', ready)
  const load = await openPosting(await clientsOfFront(), LANES, until)
  await load.more(EACH)
  load.takeGap()

  process.kill(postmasterOf(first), 'SIGKILL')
  const second = await until('another primary', async () => (await findPrimary([other(first)]))?.name)
  await load.more(EACH)
  say(
    `the primary ${first} was killed with SIGKILL: ${second} took over, ${(load.takeGap() / 1_000).toFixed(1)} s without a write`,
  )

  await untilSynchronous()
  say(`${first} is back as the synchronous standby of ${second}`)
  await load.more(EACH)
  load.takeGap()
  cutOff(second)
  const third = await until('another primary', async () => (await findPrimary([other(second)]))?.name)
  await load.more(EACH)
  say(
    `the primary ${second} was cut off from its network: ${third} took over, ${(load.takeGap() / 1_000).toFixed(1)} s without a write`,
  )
  letBack(second)
  const last = await untilSynchronous()
  if (last !== third) throw new Failure(`${last} is the primary, after ${third} had become it`)
  say(`${second} is back as the synchronous standby of ${third}`)
  await load.more(EACH)
  await load.stop()
  judge(third, load.acknowledged, load.counts)
}

removeMachines()
makeMachines()
let isWell = false
await exitWithOutcome(async () => {
  try {
    await rehearse()
    isWell = true
  } finally {
    await stopAll()
    await stopAll('SIGKILL')
    removeMachines()
    if (isWell) rmSync(folder, { recursive: true, force: true })
  }
})
process.exit(process.exitCode ?? 0)
