import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export const SESSION_CHANNEL = 'mcp_session'

/** Passes a message of a session to every process. */
export async function notifySession(db: Queryable, session: string, message: string): Promise<void> {
  await db.many(SQL`select pg_notify(${SESSION_CHANNEL}, ${`${session} ${message}`})`)
}
