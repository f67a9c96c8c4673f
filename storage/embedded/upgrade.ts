import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LOAD_SETTINGS, loadBackup } from '../backup/load-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { type DbAddress, openDb } from '../db/db.ts'
import { listDone } from '../db/migrate.ts'
import { deleteCachedBinaries, findCachedBinaries, versionOf } from './cached-binaries.ts'
import { type ClusterInstallation, databaseName, initialise } from './cluster.ts'
import { type DataDir, isInitialised, UnusableDataDir } from './data-dir.ts'
import { accessTo } from './database-access.ts'
import { rolesScript } from './database-roles.ts'
import { moveDurably } from './durable-files.ts'
import { withLock } from './file-lock.ts'
import { findPostmaster, type Postmaster, startPostmaster } from './postmaster.ts'
import { preparePasswords } from './role-passwords.ts'

const previousFolder = ({ cluster }: DataDir, major: number) => `${cluster}-${major}`
const nextFolder = ({ cluster }: DataDir) => `${cluster}.next`
/** A complete upgraded cluster that only has to be renamed. */
const readyFolder = ({ cluster }: DataDir) => `${cluster}.ready`

const majorOf = (cluster: string): number => Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)

/**
 * Upgrades a database of an older major version of PostgreSQL into a new cluster, with the stored programs of that
 * version. The old data stays in `postgres-<major>`; an interruption leaves one of the two intact.
 */
export async function upgradeIfOlder(installation: ClusterInstallation, signal: AbortSignal): Promise<void> {
  const { dataDir, native } = installation
  await withLock(join(dataDir.home, 'start.lock'), signal, async () => {
    settleNames(dataDir)
    if (!isInitialised(dataDir.cluster) || findPostmaster(dataDir)) return
    const [from, to] = [majorOf(dataDir.cluster), Number.parseInt(versionOf(native), 10)]
    if (from === to) return
    if (from > to) {
      throw new UnusableDataDir(
        `${dataDir.cluster} was created by PostgreSQL ${from}, and this version includes ${to}: start the version of Colloquy that created it`,
      )
    }
    await upgrade(installation, { from, to, signal })
  })
}

interface Step {
  from: number
  to: number
  signal: AbortSignal
}

async function upgrade(
  { dataDir, native, settings, log }: ClusterInstallation,
  { from, to, signal }: Step,
): Promise<void> {
  const former = findCachedBinaries(dataDir.home, from)
  if (!former) {
    throw new UnusableDataDir(
      `${dataDir.cluster} was created by PostgreSQL ${from}, whose programs are not in ${dataDir.home}: start the version of Colloquy that created it, back up, and restore with this one`,
    )
  }
  const previous = previousFolder(dataDir, from)
  if (existsSync(previous)) throw new UnusableDataDir(`${previous} remains from an earlier upgrade: move it away`)
  log('upgrading the database', { from: `PostgreSQL ${from}`, to: `PostgreSQL ${to}`, home: dataDir.home })
  const next = { ...dataDir, cluster: nextFolder(dataDir), port: dataDir.port + 1 }
  rmSync(next.cluster, { recursive: true, force: true })
  await withPostmaster({ dataDir, native: former, settings, log }, signal, old =>
    withPostmaster({ dataDir: next, native, settings: { ...settings, ...LOAD_SETTINGS }, log }, signal, young =>
      carry(dataDir, old, young),
    ),
  )
  moveDurably(next.cluster, readyFolder(dataDir))
  settleNames(dataDir)
  log('upgraded the database; the previous version is kept', { kept: previous })
}

/** Renames both folders, when everything else is done. */
function settleNames(dataDir: DataDir): void {
  const ready = readyFolder(dataDir)
  if (!existsSync(ready)) return
  if (isInitialised(dataDir.cluster)) moveDurably(dataDir.cluster, previousFolder(dataDir, majorOf(dataDir.cluster)))
  moveDurably(ready, dataDir.cluster)
}

async function withPostmaster(
  installation: ClusterInstallation,
  signal: AbortSignal,
  use: (postmaster: Postmaster) => Promise<void>,
): Promise<void> {
  await initialise(installation)
  const postmaster = await startPostmaster(installation, signal)
  if (!postmaster) throw new Error(`${installation.dataDir.cluster} is in use; see postgres.log beside it`)
  try {
    await use(postmaster)
  } finally {
    await postmaster.stop()
  }
}

async function carry({ home }: DataDir, old: Postmaster, young: Postmaster): Promise<void> {
  const passwords = preparePasswords(home)
  const [from, to] = [accessTo(old, passwords).owner, accessTo(young, passwords).owner]
  await once(to, rolesScript(passwords, databaseName))
  if (!(await hasTables(from))) return
  await takeBackup(from, records => loadBackup(to, records))
}

async function once(address: DbAddress, script: string): Promise<void> {
  const db = openDb(address, { name: 'upgrade', max: 1, statementTimeoutMs: 30_000 })
  const run = db.alone(async session => {
    await session.script('set statement_timeout = 0')
    await session.script(script)
  })
  await run.finally(() => db.close())
}

async function hasTables(address: DbAddress): Promise<boolean> {
  const db = openDb(address, { name: 'upgrade', max: 1, statementTimeoutMs: 30_000 })
  return (await listDone(db).finally(() => db.close())).length > 0
}

/** Deletes the data and programs of older versions that upgrades left; returns the deleted folders. */
export function discardOldCluster(home: string): string[] {
  const previous = readdirSync(home).filter(name => /^postgres-\d+$/.test(name))
  for (const name of previous) {
    rmSync(join(home, name), { recursive: true })
    deleteCachedBinaries(home, Number(name.split('-')[1]))
  }
  return previous.map(name => join(home, name))
}
