import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Sets the level from which on a session wants log messages; the row is needed until the session's id expires. */
export async function upsertLogLevel(
  db: Queryable,
  { digest, level, expires_at }: { digest: string; level: string; expires_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into mcp_session_log_level (digest, level, expires_at) values (${digest}, ${level}, ${expires_at})
    on conflict (digest) do update set level = excluded.level`)
}

export async function findLogLevel(db: Queryable, digest: string): Promise<string | undefined> {
  const [row] = await db.many<{ level: string }>(SQL`
    select level from mcp_session_log_level where digest = ${digest}`)
  return row?.level
}
