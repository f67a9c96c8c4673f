// Measures a backup and a restore of the large seed: `node .ci/backup-figures.mjs [SIZE]`, where 1 is a million posts. It makes
// the seed where it is not kept, has PostgreSQL serve a copy, and tells seconds, bytes and the most memory of each process.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const built = file => import(path.join(root, 'dist', file))
const size = Number(process.argv[2] ?? 1)

const { buildsBeside } = await built('conformance/bench/builds.js')
const { keysOf } = await built('conformance/bench/keys.js')
const { copyOf, keptSeed, keysFile } = await built('conformance/bench/large/kept.js')
const { startEmbedded } = await built('storage/embedded/start-embedded.js')
const { openDb } = await built('storage/db/db.js')
const { SQL } = await import('sql-template-strings')

const [build] = buildsBeside(undefined)
const seed = await keptSeed(build, await keysOf(keysFile()), size)
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-figures-'))
execFileSync('chmod', ['711', folder])
const [dataDir, restored, file] = ['data', 'restored', 'seed.backup'].map(name => path.join(folder, name))

/** Runs the operator's command line under GNU time; its answer, and what it took. */
function operate(environment, ...words) {
  const told = path.join(folder, 'time')
  const command = ['-f', '%e %M', '-o', told, process.execPath, path.join(root, 'dist/operator.js'), ...words, '--json']
  const env = { PATH: process.env.PATH, ...environment }
  const { status, stdout, stderr } = spawnSync('/usr/bin/time', command, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const [seconds, kilobytes] = readFileSync(told, 'utf8').trim().split(' ').map(Number)
  return { ...JSON.parse(stdout), seconds, megabytes: Math.round(kilobytes / 1024) }
}

try {
  execFileSync('mkdir', ['-m', '711', dataDir])
  copyOf(seed, dataDir)
  const database = await startEmbedded({ dataDir, log: () => {} })
  const db = openDb(database.owner, { name: 'figures', max: 1, statementTimeoutMs: 600_000 })
  const { bytes } = await db.one(SQL`select pg_database_size(current_database()) as bytes`)
  const { posts } = await db.one(SQL`select count(*)::int as posts from post`)
  await db.close()
  const made = operate({ DATA_DIR: dataDir }, 'backup', file)
  await database.stop()
  const back = operate({ DATA_DIR: restored }, 'restore', file)
  const mega = number => `${Math.round(number / 1e6)} MB`
  const say = line => process.stdout.write(`${line}\n`)
  say(`size ${size}: ${posts} posts, ${made.rows} rows, ${mega(bytes)} of database`)
  say(`backup: ${made.seconds} s, ${mega(statSync(file).size)}, ${made.megabytes} MB of memory`)
  say(`restore: ${back.seconds} s with the check before it, ${back.megabytes} MB of memory`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
