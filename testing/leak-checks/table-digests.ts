import { SQL } from 'sql-template-strings'
import { listBackupTables } from '../../storage/backup/backup-tables.ts'
import type { Queryable } from '../../storage/db/db.ts'

/** Of each table that backups hold: how many rows it has, and a digest of them in any order. */
export async function digestTables(db: Queryable): Promise<Record<string, string>> {
  // The transactions that were examined are determined again.
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
