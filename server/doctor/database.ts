import { readDatabaseSettings } from '../../storage/db/database-settings.ts'
import { type DatabaseUnavailable, type Db, unavailableReason } from '../../storage/db/db.ts'
import { UnusableDatabase } from '../../storage/db/errors.ts'
import { isMigrated } from '../../storage/db/migrate.ts'
import type { Config } from '../config/config.ts'
import { changeNeeded, codeOf, type DoctorFinding, okFinding } from './finding.ts'

/** The maximum number of connections of a server process: its pools, and a probe for each. */
const OF_A_PROCESS = 30
/** At a machine that reads go to: its pools there, and a probe. */
const OF_ITS_READS = 8
/** Of whoever starts the processes. */
const OF_A_START = 3

/** What this server opens at most at the primary, which may be one of the machines that are named for reads. */
const connectionsNeeded = ({ WEB_CONCURRENCY, DATABASE_STANDBY_URLS }: Config): number =>
  WEB_CONCURRENCY * (OF_A_PROCESS + (DATABASE_STANDBY_URLS.length > 0 ? OF_ITS_READS : 0)) + OF_A_START

export async function checkDatabase(db: Db, config: Config): Promise<DoctorFinding[]> {
  try {
    const settings = await readDatabaseSettings(db)
    return [
      versionOf(settings.version),
      await schemaOf(db),
      ...settingsOf(settings),
      connectionsOf(settings.connections, connectionsNeeded(config)),
    ]
  } catch (error) {
    const why = unavailableReason(error as DatabaseUnavailable) ?? codeOf(error)
    return [changeNeeded('database', `the database at ${db.address} does not respond: ${why}`)]
  }
}

const versionOf = (version: number): DoctorFinding => {
  const major = Math.floor(version / 10_000)
  return major >= 15
    ? okFinding('database', `PostgreSQL ${major}.${version % 10_000} responds`)
    : changeNeeded('database', `PostgreSQL ${major} is too old: use 15 or newer`)
}

async function schemaOf(db: Db): Promise<DoctorFinding> {
  try {
    return (await isMigrated(db))
      ? okFinding('schema', 'matches this version')
      : changeNeeded('schema', 'does not match this version: restart the server with this version to update it')
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    return changeNeeded('schema', error.message)
  }
}

const WANTED = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  server_encoding: 'UTF8',
  transaction_read_only: 'off',
}
/** Stricter ones are as good. */
const AS_GOOD: Readonly<Record<string, readonly string[]>> = {
  synchronous_commit: ['remote_apply', 'remote_write', 'local'],
}

function settingsOf({ values }: { values: Readonly<Record<string, string>> }): DoctorFinding[] {
  const wrong = Object.entries(WANTED).filter(
    ([name, wanted]) => values[name] !== wanted && !AS_GOOD[name]?.includes(values[name] ?? ''),
  )
  if (wrong.length === 0) return [okFinding('database settings', 'acknowledged writes are on disk')]
  return wrong.map(([name, wanted]) =>
    changeNeeded('database settings', `${name} is ${values[name]}: set it to ${wanted}`),
  )
}

const connectionsOf = (allowed: number, needed: number): DoctorFinding =>
  allowed >= needed
    ? okFinding('connections', `${allowed} are allowed, and this server uses up to ${needed}`)
    : changeNeeded(
        'connections',
        `${allowed} are allowed, but this server uses up to ${needed}: increase max_connections, or lower ` +
          'WEB_CONCURRENCY',
      )
