import { SQL } from 'sql-template-strings'
import { listBackupTables } from '../../storage/backup/backup-tables.ts'
import type { Queryable } from '../../storage/db/db.ts'

/** The row count and an order-independent digest of each table that backups include. */
export async function digestTables(db: Queryable): Promise<Record<string, string>> {
  // The position of the search index is computed again after a restore.
  const tables = (await listBackupTables(db)).filter(({ name }) => name !== 'post_search_cursor')
  const statement = SQL``
  for (const [index, { name, transactions }] of tables.entries()) {
    statement
      .append(index === 0 ? '' : ' union all ')
      .append(
        SQL`select ${name} as name,
          count(*) || ' rows ' || md5(coalesce(string_agg(row, ' ' order by row), '')) as digest
        from (select md5((to_jsonb(t) - ${transactions}::text[])::text) as row from `,
      )
      .append(`${name} t) r`)
  }
  const rows = await db.many<{ name: string; digest: string }>(statement)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
