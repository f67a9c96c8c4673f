import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Ends a session; the row is needed until the session's id expires. */
export async function insertEndedSession(db: Queryable, digest: string, expiresAt: Date): Promise<void> {
  await db.many(SQL`
    insert into mcp_session_ended (digest, expires_at) values (${digest}, ${expiresAt}) on conflict do nothing`)
}

/** Which of these sessions have ended. */
export async function findEndedSessions(db: Queryable, digests: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ digest: string }>(SQL`
    select digest from mcp_session_ended where digest = any(${digests}::uuid[])`)
  return rows.map(row => row.digest)
}

export const STREAM_CHANNEL = 'mcp_stream'

/** Announces to every process who has opened a stream of the session. */
export async function announceStream(db: Queryable, by: string, session: string): Promise<void> {
  await db.many(SQL`select pg_notify(${STREAM_CHANNEL}, ${`${by} ${session}`})`)
}
