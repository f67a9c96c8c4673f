import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Uses a ticket up, by its digest; `false` if it was used before. It is remembered until it ends. */
export async function spendExportTicket(db: Queryable, digest: string, endsAt: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into assertion_jti (digest, expires_at) values (${digest}, ${endsAt})
    on conflict (digest) do nothing returning digest`)
  return row !== undefined
}
