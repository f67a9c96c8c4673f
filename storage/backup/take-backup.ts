import { setTimeout as delay } from 'node:timers/promises'
import { SQL } from 'sql-template-strings'
import { type CopyStreams, createCopyStreams } from '../db/copy-streams.ts'
import { readDatabaseTime } from '../db/database-time.ts'
import type { DbAddress, Queryable } from '../db/db.ts'
import { listDone, MIGRATION_LOCK, readMigrations } from '../db/migrate.ts'
import { encryptionKeyIn } from '../secrets/encrypted-values.ts'
import { findWrappedKey, PERSON_KEY } from '../secrets/wrapped-keys.ts'
import { BackupRefused } from './backup-refused.ts'
import { type BackupTable, listBackupTables, listSequences, quoteIdentifier } from './backup-tables.ts'
import { createByteCount } from './checksums.ts'
import type { BackupRecord, Contents } from './records.ts'
import { inChunksOf } from './stream-reader.ts'

const PIECE_BYTES = 64 * 1024
const ASK_AGAIN_MS = 200

/**
 * Reads the whole database in one snapshot, while others write. A single connection reads it table by table; servers
 * that would migrate wait for its end.
 */
export async function takeBackup<Result>(
  address: DbAddress,
  use: (records: AsyncIterable<BackupRecord>) => Promise<Result>,
): Promise<Result> {
  const mode = 'isolation level repeatable read read only'
  // The lock must precede the snapshot, which would otherwise be older than a running migration.
  const locked = `select pg_try_advisory_lock_shared(${MIGRATION_LOCK}) as taken`
  const first = async (db: Queryable) => {
    while (!(await db.one<{ taken: boolean }>(SQL``.append(locked))).taken) await delay(ASK_AGAIN_MS)
  }
  return await createCopyStreams(address, { name: 'backup', first, mode }, tx => use(recordsOf(tx)))
}

async function* recordsOf(tx: CopyStreams): AsyncGenerator<BackupRecord> {
  const tables = await listBackupTables(tx)
  yield { kind: 'contents', contents: await describe(tx, tables) }
  const totals = { tables: 0, rows: 0 }
  for (const table of tables) {
    yield { kind: 'table', name: table.name }
    const count = createByteCount()
    for await (const { piece } of inChunksOf(PIECE_BYTES, tx.copyOut(copyOf(table)))) {
      if (piece.length === 0) continue
      count.add(piece)
      yield { kind: 'rows', bytes: piece }
    }
    const counted = count.end()
    totals.tables++
    totals.rows += counted.rows
    yield { kind: 'counted', ...counted }
  }
  // Sequences ignore snapshots: read last, they are ahead of every row.
  yield { kind: 'sequences', values: await readSequences(tx) }
  yield { kind: 'end', totals }
}

async function describe(tx: CopyStreams, tables: readonly BackupTable[]): Promise<Contents> {
  const wrapped = await findWrappedKey(tx, PERSON_KEY)
  return {
    taken_at: await readDatabaseTime(tx),
    key_id: wrapped ? encryptionKeyIn(wrapped).toString('hex') : null,
    migrations: await listNumbered(tx),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
}

/** Repeatable migrations are run by whatever version restores. */
async function listNumbered(tx: Queryable): Promise<Contents['migrations']> {
  const known = readMigrations()
  const done = await listDone(tx)
  if (done.length === 0) throw new BackupRefused('the database is empty: no server was ever started on it')
  const unknown = done.find(({ name }) => !known.some(migration => migration.name === name))
  if (unknown)
    throw new BackupRefused(
      `the database is of another version, with the migration ${unknown.name}: back it up with that version`,
    )
  const numbered = known.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name)
  return done.filter(({ name }) => numbered.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function copyOf({ name, columns, transactions }: BackupTable): string {
  const values = columns.map(column => (transactions.includes(column) ? 'null' : quoteIdentifier(column)))
  return `copy (select ${values.join(', ')} from ${quoteIdentifier(name)}) to stdout`
}

async function readSequences(tx: Queryable) {
  const values: { name: string; last_value: string; is_called: boolean }[] = []
  for (const { name } of await listSequences(tx)) {
    const at = SQL``.append(`select last_value::text as last_value, is_called from ${quoteIdentifier(name)}`)
    values.push({ name, ...(await tx.one<{ last_value: string; is_called: boolean }>(at)) })
  }
  return values
}
