import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Tables whose rows are not included. The first is derived from the migrations, the second is specific to a cluster.
 * The others contain changes for running processes, and a restored database has none yet.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  'migration',
  'timeline',
  'unread_change',
  'feed_change',
  'feed_change_floor',
]

export interface BackupTable {
  name: string
  columns: string[]
  is_partitioned: boolean
  /** Columns with transaction ids, which are specific to a database: a restored row has none. */
  transactions: string[]
}

/** The tables of a backup; partitioned ones as a whole. */
export async function listBackupTables(db: Queryable): Promise<BackupTable[]> {
  return await db.many<BackupTable>(SQL`
    select c.relname as name, c.relkind = 'p' as is_partitioned,
      array_agg(a.attname::text order by a.attnum) as columns,
      array_remove(array_agg(case when a.atttypid in ('xid8'::regtype, 'xid8[]'::regtype) and not a.attnotnull
        then a.attname::text end order by a.attnum), null) as transactions
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not c.relname = any(${EXCLUDED_TABLES}::text[])
    group by c.relname, c.relkind order by c.relname`)
}

/** Sequences, including those of identity columns. */
export const listSequences = (db: Queryable): Promise<{ name: string }[]> =>
  db.many<{ name: string }>(SQL`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by c.relname`)

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ')
