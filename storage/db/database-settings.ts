import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

export interface DatabaseSettings {
  /** In PostgreSQL's numbering: 180004. */
  version: number
  /** The connection limit of this role. */
  connections: number
  values: Record<string, string>
}

/** Database settings that an operator may have changed in an incompatible way. */
export async function readDatabaseSettings(db: Queryable): Promise<DatabaseSettings> {
  return await db.one<DatabaseSettings>(SQL`
    select current_setting('server_version_num')::int as version,
      (select case when rolconnlimit < 0 then s.most else least(s.most, rolconnlimit) end
        from pg_roles, (select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as s (most)
        where rolname = current_user) as connections,
      (select jsonb_object_agg(name, current_setting(name)) from unnest(array[
        'fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'transaction_read_only']) as n (name)) as values`)
}
