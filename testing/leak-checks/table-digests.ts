import { SQL } from 'sql-template-strings'
import { listBackupTables } from '../../storage/backup/backup-tables.ts'
import type { Queryable } from '../../storage/db/db.ts'

/** Of each table that backups hold: how many rows it has, and a digest of them in any order. */
export async function digestTables(db: Queryable): Promise<Record<string, string>> {
  const told: Record<string, string> = {}
  for (const { name, transactions } of await listBackupTables(db)) {
    const { digest } = await db.one<{ digest: string }>(
      SQL`select count(*) || ' rows ' || md5(coalesce(string_agg(row, ' ' order by row), '')) as digest
        from (select md5((to_jsonb(t) - ${transactions}::text[])::text) as row from `
        .append(name)
        .append(' t) r'),
    )
    // The transactions that were examined are determined again.
    if (name !== 'post_search_cursor') told[name] = digest
  }
  return told
}
