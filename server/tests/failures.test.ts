import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { childProcessesOf } from '../../testing/processes/server-processes.ts'
import { fileTeardown, printed, startProgram, type Teardown } from '../../testing/processes/start-program.ts'
import { createWitness, type Witness } from '../../testing/processes/write-witness.ts'

const database = useDatabase(test)
const RUN = { DATABASE_URL: '', RATE_LIMITS: 'off' }
const file = fileTeardown(test)

/** A server with a database of its own, for what it recovers from. */
const recovering = (() => {
  let started: ReturnType<typeof startRecovering> | undefined
  return () => (started ??= startRecovering())
})()

async function startRecovering() {
  const dataDir = makeFolder(file)
  const { base } = await printed(startProgram(file, database(), { ...RUN, DATA_DIR: dataDir }))
  return { base, postmaster: postmasterOf(dataDir) }
}

function makeFolder(t: Teardown): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'failures-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function ended(child: ChildProcess): Promise<{ code: number; stderr: string }> {
  let stderr = ''
  child.stderr!.on('data', chunk => (stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

const statusOf = async (url: string) => (await fetch(url)).status

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(100)
}

/** Every acknowledged post exists, and none twice. */
async function requireNothingLost(t: ExecutionContext, witness: Witness): Promise<void> {
  t.deepEqual(await witness.lost(), [])
  t.deepEqual(
    (await witness.copies()).filter(copies => copies > 1),
    [],
  )
}

test.serial(
  'with a paused PostgreSQL, the server reports it unavailable, answers all requests, and loses nothing',
  async t => {
    if (!existsSync('/proc/self/task')) return t.pass('skipped: no /proc here')
    const { base, postmaster } = await recovering()
    const witness = await createWitness(base)
    await witness.postUntilTaken('before')
    const paused = [postmaster, ...childProcessesOf(postmaster)]
    for (const pid of paused) process.kill(pid, 'SIGSTOP')
    t.teardown(() => {
      for (const pid of paused) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT')
    })
    t.is(await witness.post('meanwhile'), 503)
    t.is(await statusOf(`${base}/readyz`), 503)
    t.is(await statusOf(`${base}/healthz`), 200)
    for (const pid of paused) process.kill(pid, 'SIGCONT')
    await witness.postUntilTaken('meanwhile')
    await witness.postUntilTaken('after')
    await until(async () => (await statusOf(`${base}/readyz`)) === 200)
    await requireNothingLost(t, witness)
    t.deepEqual(await witness.copies(), [1, 1, 1])
  },
)

test.serial('when a backend is killed as for lack of memory, PostgreSQL restarts, and nothing is lost', async t => {
  if (!existsSync('/proc/self/task')) return t.pass('skipped: no /proc here')
  const { base, postmaster } = await recovering()
  const witness = await createWitness(base, 1)
  await witness.postUntilTaken('before')
  const backend = childProcessesOf(postmaster).find(pid =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(' idle'),
  )
  process.kill(backend!, 'SIGKILL')
  await witness.postUntilTaken('after')
  await until(async () => (await statusOf(`${base}/readyz`)) === 200)
  await requireNothingLost(t, witness)
})

/** A small disk in a mount namespace that ends with the program; `/proc/PID/root` shows it from outside. */
const ONLY_ROOT = 'skipped: only root mounts a small disk'
const mayMount = () => process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
const onDisk = (size: string, folder: string) => [
  '--input-type=module',
  '--eval',
  `import { spawn } from 'node:child_process'
   const line = 'mount -t tmpfs -o size=${size},mode=0755 tmpfs ${folder} && exec "$0" ${bundled('main')}'
   const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', line, process.execPath], { stdio: 'inherit' })
   process.on('SIGTERM', () => child.kill('SIGTERM'))
   child.on('exit', code => process.exit(code ?? 1))`,
]

/** Fills the disk. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(descriptor)
}

test('with a full disk, writes are refused until there is space again, and nothing is lost', async t => {
  if (!mayMount()) return t.pass(ONLY_ROOT)
  const dataDir = makeFolder(t)
  const child = startProgram(t, database(), { ...RUN, DATA_DIR: dataDir }, { entry: onDisk('400m', dataDir) })
  const { base } = await printed(child)
  const disk = path.join(`/proc/${childProcessesOf(child.pid!)[0]}/root`, dataDir)
  const witness = await createWitness(base)
  await witness.postUntilTaken('before')
  fill(path.join(disk, 'ballast'))
  const LONG = 'much '.repeat(1_500)
  const statuses: number[] = []
  // PostgreSQL's log has space in preallocated files, which eventually runs out.
  for (let n = 0; n < 40_000 && statuses.at(-1) !== 503; n++) statuses.push(await witness.post(`${n} ${LONG}`))
  t.is(statuses.at(-1), 503)
  t.deepEqual([...new Set(statuses)].sort(), statuses.length > 1 ? [201, 503] : [503])
  t.is(await statusOf(`${base}/healthz`), 200)
  rmSync(path.join(disk, 'ballast'))
  await witness.postUntilTaken('after')
  await until(async () => (await statusOf(`${base}/readyz`)) === 200)
  t.deepEqual(await witness.lost(), [])
})

test('a disk that is too small for a database is reported in one line, with exit code 78', async t => {
  if (!mayMount()) return t.pass(ONLY_ROOT)
  const dataDir = makeFolder(t)
  const child = startProgram(t, database(), { ...RUN, DATA_DIR: dataDir }, { entry: onDisk('8m', dataDir) })
  const { code, stderr } = await ended(child)
  t.deepEqual([code, stderr], [78, `DATA_DIR: no database can be created in ${dataDir}: No space left on device\n`])
})

test('without a free connection the server waits and says so, refuses while it has too few, and loses nothing', async t => {
  const { db, address } = database()
  const role = `few_${address.database}`
  const limit = (connections: number) => db.script(`alter role ${role} connection limit ${connections}`)
  await db.script(`create role ${role} login connection limit 0 password 'few' in role ${address.user}`)
  const child = startProgram(
    t,
    { address: { ...address, user: role, password: 'few' } },
    { LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
  )
  const [line] = await once(child.stderr!, 'data')
  t.is(
    JSON.parse(String(line)).msg,
    `waiting for the database at ${address.socketDir}/.s.PGSQL.${address.port}: all its connections are in use (53300)`,
  )
  await limit(-1)
  const { base } = await printed(child)
  const witness = await createWitness(base)
  await witness.postUntilTaken('before')
  await limit(2)
  await db.script(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => witness.post(`meanwhile ${n}`)))
  t.deepEqual(
    statuses.filter(status => status !== 201 && status !== 503),
    [],
  )
  t.is(await statusOf(`${base}/healthz`), 200)
  await limit(-1)
  await witness.postUntilTaken('after')
  await until(async () => (await statusOf(`${base}/readyz`)) === 200)
  await requireNothingLost(t, witness)
})
