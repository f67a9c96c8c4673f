// Measures a backup and a restore of the large seed: `node scripts/measure/backup-restore.mjs [SIZE]`, where 1 is a
// million posts. It creates the seed if necessary, has PostgreSQL serve a copy, and reports seconds, bytes and the peak
// memory of each process. The restored installation is then started: each table must have the same number of rows, and
// an agent of the seed must be able to authenticate.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))
const size = Number(process.argv[2] ?? 1)

const { buildsBeside } = await built('bench/builds/builds.js')
const { ANYWHERE } = await built('bench/cores.js')
const { keysOf } = await built('bench/keys.js')
const { copyOf, cachedSeed, keysFile } = await built('bench/large/cached-seed.js')
const { tokenFor } = await built('bench/mcp.js')
const { startProduct } = await built('bench/product.js')
const { listBackupTables } = await built('storage/backup/backup-tables.js')
const { startEmbedded } = await built('storage/embedded/start-embedded.js')
const { openDb } = await built('storage/db/db.js')
const { SQL } = await import('sql-template-strings')

const [build] = buildsBeside(undefined)
const keys = await keysOf(keysFile())
const seed = await cachedSeed(build, keys, size)
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-figures-'))
execFileSync('chmod', ['711', folder])
const [dataDir, restored, file] = ['data', 'restored', 'seed.backup'].map(name => path.join(folder, name))

/** Runs the operator's command line under GNU time; returns its response and the resources it used. */
function operate(environment, ...args) {
  const timeFile = path.join(folder, 'time')
  const command = [
    '-f',
    '%e %M',
    '-o',
    timeFile,
    process.execPath,
    path.join(root, 'bundle/operator.js'),
    ...args,
    '--json',
  ]
  const env = { PATH: process.env.PATH, ...environment }
  const { status, stdout, stderr } = spawnSync('/usr/bin/time', command, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const [seconds, kilobytes] = readFileSync(timeFile, 'utf8').trim().split(' ').map(Number)
  return { ...JSON.parse(stdout), seconds, megabytes: Math.round(kilobytes / 1024) }
}

/** The number of rows of each table that a backup contains. */
async function countRows(db) {
  const counts = {}
  for (const { name } of await listBackupTables(db))
    counts[name] = (await db.one(SQL`select count(*)::int as rows from `.append(name))).rows
  return counts
}

/** Calls `use` with the database of a data directory. */
async function on(dataDir, use) {
  const database = await startEmbedded({ dataDir, log: () => {} })
  const db = openDb(database.owner, { name: 'figures', max: 1, statementTimeoutMs: 600_000 })
  try {
    return await use(db)
  } finally {
    await db.close()
    await database.stop()
  }
}

const back = () => {
  mkdirSync(restored, { mode: 0o711 })
  copyFileSync(path.join(dataDir, 'secret'), path.join(restored, 'secret'))
  return operate({ DATA_DIR: restored }, 'restore', file)
}

/** In the restored installation, an agent gets a token with its previous key. */
async function letIn() {
  const server = await startProduct(build, restored, ANYWHERE)
  try {
    await tokenFor(server.baseUrl, keys, 0, 'feed:read')
  } finally {
    await server.stop()
  }
}

const mega = number => `${Math.round(number / 1e6)} MB`
const say = line => process.stdout.write(`${line}\n`)

try {
  mkdirSync(dataDir, { mode: 0o711 })
  copyOf(seed, dataDir)
  const { bytes, before, made } = await on(dataDir, async db => ({
    ...(await db.one(SQL`select pg_database_size(current_database()) as bytes`)),
    before: await countRows(db),
    made: operate({ DATA_DIR: dataDir }, 'backup', file),
  }))
  say(`size ${size}: ${before.post} posts, ${made.rows} rows, ${mega(bytes)} in the database`)
  say(`backup: ${made.seconds} s, ${mega(statSync(file).size)}, ${made.megabytes} MB of memory`)
  const { seconds, megabytes } = back()
  const ratio = (seconds / made.seconds).toFixed(2)
  say(`restore: ${seconds} s including verification, ${ratio} times the backup, ${megabytes} MB of memory`)
  const after = await on(restored, countRows)
  const differing = Object.keys(before).filter(table => after[table] !== before[table])
  if (differing.length > 0) throw new Error(`other counts of rows in ${differing.join(', ')}`)
  await letIn()
  say(`${Object.keys(before).length} tables have as many rows as before, and an agent authenticates with its signature`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
