import { SQL } from 'sql-template-strings'
import { type CopyStreams, createCopyStreams } from '../db/copy-streams.ts'
import type { DbAddress, Queryable } from '../db/db.ts'
import { MIGRATION_LOCK, type Migration, readMigrations, runMigration } from '../db/migrate.ts'
import { deleteIndexedTransactions } from '../search/unindexed-posts.ts'
import { BackupRefused } from './backup-refused.ts'
import { type BackupTable, columnList, listBackupTables, quoteIdentifier } from './backup-tables.ts'
import { withChecksum } from './checksums.ts'
import type { BackupRecord, Contents, Totals } from './records.ts'
import { withoutIndexes } from './unindexed-tables.ts'

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
 * Restores a backup into an empty database, completely or not at all: one transaction creates the tables by the
 * migrations of the backup, loads the rows, and then validates all constraints.
 */
export async function loadBackup(address: DbAddress, records: AsyncIterable<BackupRecord>): Promise<Totals> {
  return await createCopyStreams(address, { name: 'restore' }, async tx => {
    await requireEmpty(tx)
    const source = withChecksum(records)[Symbol.asyncIterator]()
    const contents = await next(source, 'contents')
    const tables = await makeTables(tx, contents.contents)
    const putBack = await withoutIndexes(tx)
    let record = await next(source, 'table', 'sequences')
    for (; record.kind === 'table'; record = await next(source, 'table', 'sequences')) {
      await tx.copyIn(copyInto(tables, contents.contents, record.name), rowsOf(source))
    }
    for (const { name, last_value, is_called } of record.values)
      await tx.many(
        SQL`select setval(${quoteIdentifier(name)}::text::regclass, ${last_value}::text::bigint, ${is_called})`,
      )
    const { totals } = await next(source, 'end')
    await tx.script(`set local maintenance_work_mem = '512MB'`)
    await putBack()
    await deleteIndexedTransactions(tx)
    return totals
  })
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
  const { locked } = await tx.one<{ locked: boolean }>(
    SQL`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as locked`,
  )
  if (!locked) throw new BackupRefused('the database is in use by a starting server or another restore')
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
function copyInto(made: readonly BackupTable[], { tables }: Contents, name: string): string {
  const table = tables.find(table => table.name === name)
  const isWhole = made.some(table => table.name === name && !table.is_partitioned)
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

async function* rowsOf(source: Source): AsyncGenerator<Buffer> {
  for (;;) {
    const record = await next(source, 'rows', 'counted')
    if (record.kind === 'counted') return
    yield record.bytes
  }
}
