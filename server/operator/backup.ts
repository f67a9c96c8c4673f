import type { KeyObject } from 'node:crypto'
import path from 'node:path'
import { checkBackup, readBackupFile, writeBackupFile } from '../../storage/backup/backup-file.ts'
import { BackupRefused } from '../../storage/backup/backup-refused.ts'
import { LOAD_SETTINGS, loadBackup, migrationsOf } from '../../storage/backup/load-backup.ts'
import { readOpener, readRecipient } from '../../storage/backup/recipient.ts'
import type { BackupRecord, Contents } from '../../storage/backup/records.ts'
import { takeBackup } from '../../storage/backup/take-backup.ts'
import { type Db, type DbAddress, openDb } from '../../storage/db/db.ts'
import { migrate } from '../../storage/db/migrate.ts'
import { startEmbedded } from '../../storage/embedded/start-embedded.ts'
import type { Config } from '../config/config.ts'
import { toDataDirError } from '../config/config-error.ts'
import { secretKeysOf } from '../installation-keys.ts'
import { findSecrets } from '../installation-secret.ts'
import { showMigrations } from '../log/migration-progress.ts'
import { createProgress, type Progress } from '../log/progress.ts'
import { findOperatorDatabase } from '../operator-runtime.ts'

interface BackupInput {
  file: string
  recipient?: string
  quiet: boolean
}

export async function backUp(
  config: Config,
  { file, recipient, quiet }: BackupInput,
): Promise<Record<string, unknown>> {
  const to = recipient === undefined ? undefined : readRecipient(recipient)
  const whole = path.resolve(file)
  const address = await findOperatorDatabase(config)
  const { contents, ...written } = await takeBackup(address, records =>
    writeBackupFile(whole, showingProgress('tables backed up', records, quiet), to),
  )
  return { file: whole, ...written, encrypted: to !== undefined, ...describe(contents) }
}

interface RestoreInput {
  file: string
  key?: string
  check: boolean
  quiet: boolean
}

export async function restore(
  config: Config,
  { file, key, check, quiet }: RestoreInput,
): Promise<Record<string, unknown>> {
  const opener = key === undefined ? undefined : readOpener(key)
  const findKey = (): KeyObject | undefined => opener
  const { contents, ...totals } = await checkBackup(
    showingProgress('tables checked', readBackupFile(file, findKey), quiet),
  )
  migrationsOf(contents)
  const secret_key = judgeSecret(config, contents)
  if (check) return { ...totals, ...describe(contents), secret_key }
  await withEmptyDatabase(config, async owner => {
    await loadBackup(owner, showingProgress('tables restored', readBackupFile(file, findKey), quiet))
    await bringUp(owner, quiet)
  })
  return { ...totals, ...describe(contents), secret_key }
}

/** The same records, whose tables are counted as they pass. */
async function* showingProgress(
  label: string,
  records: AsyncIterable<BackupRecord>,
  isQuiet: boolean,
): AsyncGenerator<BackupRecord> {
  let progress: Progress | undefined
  let done = 0
  try {
    for await (const record of records) {
      if (record.kind === 'contents')
        progress = createProgress({ label, total: record.contents.tables.length, isQuiet })
      if (record.kind === 'table') progress?.advance(done, record.name)
      if (record.kind === 'counted') done++
      if (record.kind === 'end') progress?.advance(done, 'finishing')
      yield record
    }
  } finally {
    progress?.end()
  }
}

const describe = ({ taken_at, migrations, key_id }: Contents) => ({
  taken_at: new Date(taken_at).toISOString(),
  schema: migrations.at(-1)?.name ?? null,
  secret_key_id: key_id,
})

/** A server would not start with another secret; checked before anything is written. */
function judgeSecret(config: Config, { key_id }: Contents): string {
  if (key_id === null) return 'not required: no server was ever started on the backed-up database'
  const secrets = findSecrets(config)
  if (!secrets)
    return 'still required: set SECRET_KEY of the servers to that of the backup, or copy its file secret to DATA_DIR'
  const { current, previous } = secretKeysOf(secrets)
  if ([current, previous].some(known => known?.id.toString('hex') === key_id)) return 'matches the backup'
  throw new BackupRefused(
    `SECRET_KEY (default: DATA_DIR/secret) does not match the backup, whose key id is ${key_id}: set that key, or none`,
  )
}

async function withEmptyDatabase(config: Config, fill: (owner: DbAddress) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = config
  if (url) return await fill({ url })
  const database = await startEmbedded({ dataDir, log: () => {}, settings: LOAD_SETTINGS }).catch((error: unknown) => {
    throw toDataDirError(error, dataDir)
  })
  try {
    await fill(database.owner)
  } finally {
    await database.stop()
  }
}

/** Migrates from the version of the backup. */
async function bringUp(owner: DbAddress, quiet: boolean): Promise<void> {
  const db: Db = openDb(owner, { name: 'restore', max: 2, statementTimeoutMs: 60_000 })
  try {
    const report = (message: string) => quiet || process.stderr.write(`${message}\n`)
    await migrate(db, { report, advance: showMigrations({ isQuiet: quiet }) })
  } finally {
    await db.close()
  }
}
