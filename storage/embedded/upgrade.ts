import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'sql-template-strings'
import { loadBackup } from '../backup/load-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { type DbAddress, openDb } from '../db/db.ts'
import { accessTo } from './access.ts'
import { databaseName, type Installation, initialise } from './cluster.ts'
import { moveDurably } from './files.ts'
import { findKeptBinaries, forgetBinaries, versionOf } from './kept-binaries.ts'
import { withLock } from './lock.ts'
import { preparePasswords } from './passwords.ts'
import { isInitialised, type Place, UnusableDataDir } from './place.ts'
import { findPostmaster, type Postmaster, startPostmaster } from './postmaster.ts'
import { rolesScript } from './roles.ts'

const keptFolder = ({ cluster }: Place, major: number) => `${cluster}-${major}`
const nextFolder = ({ cluster }: Place) => `${cluster}.next`
/** All of it is there, and nothing runs on it: only its name is not yet right. */
const readyFolder = ({ cluster }: Place) => `${cluster}.ready`

const majorOf = (cluster: string): number => Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)

/**
 * Carries a database that an older major version of PostgreSQL made into a new one, by what that version left of its
 * programs. Its own data stays where `postgres-<major>` says; whatever ends this leaves one of the two whole.
 */
export async function upgradeIfOlder(installation: Installation, signal: AbortSignal): Promise<void> {
  const { place, native } = installation
  await withLock(join(place.home, 'start.lock'), signal, async () => {
    settleNames(place)
    if (!isInitialised(place.cluster) || findPostmaster(place)) return
    const [from, to] = [majorOf(place.cluster), Number.parseInt(versionOf(native), 10)]
    if (from === to) return
    if (from > to) {
      throw new UnusableDataDir(
        `${place.cluster} is of PostgreSQL ${from}, and this version brings ${to}: start the version of Colloquy that made it`,
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

async function upgrade({ place, native, settings, log }: Installation, { from, to, signal }: Step): Promise<void> {
  const former = findKeptBinaries(place.home, from)
  if (!former) {
    throw new UnusableDataDir(
      `${place.cluster} is of PostgreSQL ${from}, whose programs are not in ${place.home}: start the version of Colloquy that made it, back up, and restore with this one`,
    )
  }
  const kept = keptFolder(place, from)
  if (existsSync(kept)) throw new UnusableDataDir(`${kept} is there from an earlier upgrade: move it away`)
  log('upgrading the database', { from: `PostgreSQL ${from}`, to: `PostgreSQL ${to}`, home: place.home })
  const next = { ...place, cluster: nextFolder(place), port: place.port + 1 }
  rmSync(next.cluster, { recursive: true, force: true })
  await withPostmaster({ place, native: former, settings, log }, signal, old =>
    withPostmaster({ place: next, native, settings, log }, signal, young => carry(place, old, young)),
  )
  moveDurably(next.cluster, readyFolder(place))
  settleNames(place)
  log('upgraded the database; what it was before is kept', { kept })
}

/** Gives both folders their names, where all but that is done. */
function settleNames(place: Place): void {
  const ready = readyFolder(place)
  if (!existsSync(ready)) return
  if (isInitialised(place.cluster)) moveDurably(place.cluster, keptFolder(place, majorOf(place.cluster)))
  moveDurably(ready, place.cluster)
}

async function withPostmaster(
  installation: Installation,
  signal: AbortSignal,
  use: (postmaster: Postmaster) => Promise<void>,
): Promise<void> {
  await initialise(installation)
  const postmaster = await startPostmaster(installation, signal)
  if (!postmaster) throw new Error(`${installation.place.cluster} is in use; see postgres.log beside it`)
  try {
    await use(postmaster)
  } finally {
    await postmaster.stop()
  }
}

async function carry({ home }: Place, old: Postmaster, young: Postmaster): Promise<void> {
  const passwords = preparePasswords(home)
  const [from, to] = [accessTo(old, passwords).owner, accessTo(young, passwords).owner]
  await once(to, rolesScript(passwords, databaseName))
  if (!(await hasTables(from))) return
  await takeBackup(from, records => loadBackup(to, records))
  await once(to, 'analyze')
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
  const asked = db.one<{ there: boolean }>(SQL`select to_regclass('migration') is not null as there`)
  return (await asked.finally(() => db.close())).there
}

/** Deletes what upgrades kept of older versions, their programs too; the folders that are gone. */
export function discardKept(home: string): string[] {
  const kept = readdirSync(home).filter(name => /^postgres-\d+$/.test(name))
  for (const name of kept) {
    rmSync(join(home, name), { recursive: true })
    forgetBinaries(home, Number(name.split('-')[1]))
  }
  return kept.map(name => join(home, name))
}
