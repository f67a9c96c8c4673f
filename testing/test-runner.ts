// `npm test [-- files]`: starts one PostgreSQL with fsync off, migrates a template in it, and runs ava, each of whose
// files clones that template. `--times` prints at the end what each file cost.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { openDb } from '../storage/db/db.ts'
import { migrate } from '../storage/db/migrate.ts'
import { RIGHTS } from '../storage/embedded/database-roles.ts'
import { findHome } from '../storage/embedded/running-database.ts'
import { startEmbedded } from '../storage/embedded/start-embedded.ts'
import { BRIEF } from './brief-fields.ts'
import { TEMPLATE } from './fixtures/test-database.ts'
import { filesOf } from './test-files.ts'
import { spawnedCpu, tableOf } from './times.ts'

const dataDir = mkdtempSync(path.join(memory() ?? tmpdir(), 'colloquy-test-'))
const primes = mkdtempSync(path.join(tmpdir(), 'colloquy-primes-'))
const database = await startEmbedded({
  dataDir,
  log: () => {},
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
    max_wal_size: '256MB',
    // Its workers visit hundreds of databases that live for seconds, and new statistics would change plans at any moment.
    autovacuum: 'off',
    // Most of what it would do here is plan statements that run a few times: each is planned once on its connection.
    plan_cache_mode: 'force_generic_plan',
  },
})
const { owner, plain } = database
const together = path.join(import.meta.dirname, `../together-${process.pid}`)
const options = { name: 'template', max: 4, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 }
const args = process.argv.slice(2).filter(word => word !== '--times')
const times = args.length < process.argv.length - 2 ? mkdtempSync(path.join(tmpdir(), 'colloquy-times-')) : undefined
try {
  await makeTemplate()
  process.exitCode = await run(args)
} finally {
  if (times) printTimes(times)
  await database.stop()
  for (const folder of [dataDir, primes, together]) rmSync(folder, { recursive: true, force: true })
}

async function makeTemplate(): Promise<void> {
  const admin = openDb(owner, options)
  await admin.script(`create database ${TEMPLATE}`)
  await admin.close()
  const template = openDb({ ...owner, database: TEMPLATE }, options)
  await template.script(RIGHTS)
  await migrate(template)
  await template.close()
}

/** A folder in memory, if there is enough of it: a clone costs 20 ms of CPU there, and 80 on a disk. */
function memory(): string | undefined {
  const [folder, plenty] = ['/dev/shm', 4 * 2 ** 30]
  try {
    // The programs of the database are copied there where its account does not reach ours.
    if (!/ \/dev\/shm tmpfs (?!\S*noexec)/.test(readFileSync('/proc/mounts', 'utf8'))) return undefined
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > plenty && freemem() > plenty ? folder : undefined
  } catch {
    return undefined
  }
}

function run(args: string[]): Promise<number> {
  const wanted = filesOf(args, together)
  if (wanted.length === 0) throw new Error(`no test file matches ${args.join(' ')}`)
  const preload = times ? [`--import=${path.join(import.meta.dirname, 'times.js')}`] : []
  const ava = ['node_modules/ava/entrypoints/cli.mjs', `--node-arguments=${[...BRIEF, ...preload].join(' ')}`]
  const child = spawn(process.execPath, [...ava, ...wanted], {
    stdio: 'inherit',
    env: {
      ...process.env,
      COLLOQUY_TEST_DATABASE: JSON.stringify({ owner, plain }),
      COLLOQUY_TEST_PRIMES: primes,
      ...(times && { COLLOQUY_TEST_TIMES: times }),
    },
  })
  return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)))
}

function printTimes(folder: string): void {
  const [postmaster] = readFileSync(path.join(findHome(dataDir)!, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.stdout.write(tableOf(folder))
  process.stdout.write(`CPU of all processes of tests: ${spawnedCpu().toFixed(0)} s; `)
  process.stdout.write(`of the database that they share: ${spawnedCpu(Number(postmaster)).toFixed(0)} s\n`)
  rmSync(folder, { recursive: true })
}
