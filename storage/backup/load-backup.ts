import { SQL } from 'sql-template-strings'
import { type CopyStreams, openCopyConnections } from '../db/copy-streams.ts'
import type { DbAddress, Queryable } from '../db/db.ts'
import { MIGRATION_LOCK, type Migration, readMigrations, runMigration, UNFINISHED_RESTORE } from '../db/migrate.ts'
import { deleteIndexedTransactions } from '../search/unindexed-posts.ts'
import { BackupRefused } from './backup-refused.ts'
import { type BackupTable, columnList, listBackupTables, quoteIdentifier } from './backup-tables.ts'
import { withChecksum } from './checksums.ts'
import { createAll, type Definitions, dropAll, listDefinitions } from './deferred-definitions.ts'
import type { BackupRecord, Contents, Totals } from './records.ts'
import { discardUnfinished } from './unfinished-restore.ts'

/**
 * Settings of a PostgreSQL of our own that starts to be filled: rows and indexes of tables that the transaction made are
 * written to their files alone, which are on the disk before it commits, and not to the log as well.
 */
export const LOAD_SETTINGS: Readonly<Record<string, string>> = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
}

/**
 * Restores a backup into an empty database. One transaction creates the tables by the migrations of the backup, without
 * foreign keys and triggers. Then each table is loaded in a transaction of its own, which builds its indexes while the
 * next table is read. The last one validates the foreign keys, and completes the restore.
 *
 * Until then the table `migration` is named `UNFINISHED_RESTORE`: no server starts on the database, and the next restore starts
 * over. A failed restore drops what it created, and one that was killed leaves it. Every connection holds the migration
 * lock, so the next restore is refused while one of a killed process still builds an index.
 */
export async function loadBackup(address: DbAddress, records: AsyncIterable<BackupRecord>): Promise<Totals> {
  const main = openCopyConnections(address, { name: 'restore', max: 1 })
  try {
    const source = withChecksum(records)[Symbol.asyncIterator]()
    const target = await main.transaction('', tx => prepare(tx, source))
    try {
      return await main.transaction('', tx => fill(tx, address, source, target))
    } catch (error) {
      // What remains without a connection is dropped by the next restore.
      await main.transaction('', discardUnfinished).catch(() => {})
      throw error
    }
  } finally {
    await main.close()
  }
}

interface Target {
  contents: Contents
  tables: BackupTable[]
  definitions: Definitions
}

async function prepare(tx: CopyStreams, source: Source): Promise<Target> {
  const { locked } = await tx.one<{ locked: boolean }>(SQL`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`)
  if (!locked) throw new BackupRefused('the database is in use by a starting server or another restore')
  await discardUnfinished(tx)
  await requireEmpty(tx)
  const { contents } = await next(source, 'contents')
  const tables = await makeTables(tx, contents)
  const definitions = await listDefinitions(tx)
  await dropAll(tx, [...definitions.references, ...definitions.triggers])
  await tx.script(`alter table migration rename to ${UNFINISHED_RESTORE}`)
  return { contents, tables, definitions }
}

async function fill(tx: CopyStreams, address: DbAddress, source: Source, target: Target): Promise<Totals> {
  await tx.script(`${SHARE_LOCK}; select pg_advisory_unlock(${MIGRATION_LOCK})`)
  const { values } = await loadTables(address, source, target)
  for (const { name, last_value, is_called } of values)
    await tx.many(
      SQL`select setval(${quoteIdentifier(name)}::text::regclass, ${last_value}::text::bigint, ${is_called})`,
    )
  const { totals } = await next(source, 'end')
  await tx.script(BUILD_SETTINGS)
  await createAll(tx, [...target.definitions.references, ...target.definitions.triggers])
  await deleteIndexedTransactions(tx)
  await tx.script(`alter table ${UNFINISHED_RESTORE} rename to migration`)
  return totals
}

const SHARE_LOCK = `select pg_advisory_lock_shared(${MIGRATION_LOCK})`
/** Without parallel workers: several connections build indexes at once, and workers take more CPU in total. */
const BUILD_SETTINGS = `set local maintenance_work_mem = '256MB'; set local max_parallel_maintenance_workers = 0`

/** One reads rows, the others build indexes. */
const CONNECTIONS = 3

/** Loads all tables of the stream, in its order; returns the record after them. */
async function loadTables(address: DbAddress, source: Source, target: Target) {
  const connections = openCopyConnections(address, { name: 'restore', max: CONNECTIONS })
  const loads: Promise<void>[] = []
  try {
    for (;;) {
      const record = await next(source, 'table', 'sequences')
      if (record.kind === 'sequences') {
        await Promise.all(loads)
        return record
      }
      const rows = await rowsOf(source)
      if (rows === undefined) continue
      const statement = copyInto(target, record.name)
      const indexes = target.definitions.indexes.filter(({ table }) => table === record.name)
      await new Promise<void>((resolve, reject) => {
        const copy = (tx: CopyStreams) => tx.copyIn(statement, rows).then(resolve)
        const load = connections.transaction('', tx => loadTable(tx, record.name, indexes, copy))
        load.catch(reject)
        loads.push(load)
      })
    }
  } finally {
    await Promise.allSettled(loads)
    await connections.close()
  }
}

async function loadTable(
  tx: CopyStreams,
  name: string,
  indexes: Definitions['indexes'],
  copy: (tx: CopyStreams) => Promise<void>,
): Promise<void> {
  await tx.script(`${SHARE_LOCK}; ${BUILD_SETTINGS}`)
  await dropAll(tx, indexes)
  // PostgreSQL freezes rows, and skips its log, only in tables that the same transaction truncated.
  await tx.script(`truncate ${quoteIdentifier(name)}`)
  await copy(tx)
  await createAll(tx, indexes)
  // A backup does not contain planner statistics.
  await tx.script(`analyze ${quoteIdentifier(name)}`)
}

/** Throws if this version cannot load the backup, regardless of the database. */
export function migrationsOf({ migrations: made }: Contents): Migration[] {
  const known = new Map(readMigrations().map(migration => [migration.name, migration]))
  return made.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (migration?.checksum === checksum) return migration
    throw new BackupRefused(
      `the backup is of another version, with the migration ${name}: restore it with that version`,
    )
  })
}

async function requireEmpty(tx: Queryable): Promise<void> {
  const { names } = await tx.one<{ names: string[] }>(SQL`
    select array(
      select c.relname::text from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v', 'm', 'f')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by c.relname limit 3) as names`)
  if (names.length > 0)
    throw new BackupRefused(
      `the database is not empty, it has ${names.join(', ')}: restore into a new one, and keep this as long as you need it`,
    )
}

async function makeTables(tx: CopyStreams, contents: Contents): Promise<BackupTable[]> {
  await tx.script('create table migration (name text primary key, checksum text not null)')
  for (const migration of migrationsOf(contents)) await runMigration(tx, migration)
  const tables = await listBackupTables(tx)
  const signatureOf = (list: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]))
  if (signatureOf(tables) !== signatureOf(contents.tables))
    throw new BackupRefused('the tables of the backup do not match its migrations: it was altered manually')
  // Rows that migrations inserted are in the backup, or were deleted before it.
  await tx.script(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`)
  return tables
}

/** Everybody may see the rows once they are committed: frozen, vacuum need not write their pages again. */
function copyInto({ contents, tables }: Target, name: string): string {
  const table = contents.tables.find(table => table.name === name)
  const isWhole = tables.some(table => table.name === name && !table.is_partitioned)
  if (!table) throw new BackupRefused(`the backup has rows of ${name}, which is not one of its tables`)
  return `copy ${quoteIdentifier(name)} (${columnList(table.columns)}) from stdin${isWhole ? ' with (freeze)' : ''}`
}

type Source = AsyncIterator<BackupRecord>

async function next<Kind extends BackupRecord['kind']>(
  source: Source,
  ...kinds: Kind[]
): Promise<Extract<BackupRecord, { kind: Kind }>> {
  const { value, done } = await source.next()
  if (!done && (kinds as string[]).includes(value.kind)) return value as Extract<BackupRecord, { kind: Kind }>
  throw new BackupRefused('the file is not a backup that this version supports')
}

/** The rows of the next table; undefined if it has none. */
async function rowsOf(source: Source): Promise<AsyncIterable<Buffer> | undefined> {
  const first = await next(source, 'rows', 'counted')
  return first.kind === 'counted' ? undefined : rowsFrom(source, first.bytes)
}

async function* rowsFrom(source: Source, first: Buffer): AsyncGenerator<Buffer> {
  yield first
  for (;;) {
    const record = await next(source, 'rows', 'counted')
    if (record.kind === 'counted') return
    yield record.bytes
  }
}
