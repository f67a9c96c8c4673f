import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface OAuthClient {
  id: string
  name: string | null
  redirect_uris: string[]
}

export async function insertClient(
  db: Queryable,
  client: OAuthClient & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into oauth_client (id, name, redirect_uris, created_at, expires_at)
    values (${client.id}, ${client.name}, ${client.redirect_uris}::text[], ${client.created_at}, ${client.expires_at})`)
}

export function findClient(db: Queryable, id: string, now: Date): Promise<OAuthClient | undefined> {
  return db.maybeOne<OAuthClient>(SQL`
    select id, name, redirect_uris from oauth_client where id = ${id} and expires_at > ${now}`)
}

/** Writes only where it is worth it: many agents may share a client. */
export async function keepClient(db: Queryable, id: string, until: Date, worthIt: Date): Promise<void> {
  await db.many(SQL`update oauth_client set expires_at = ${until} where id = ${id} and expires_at < ${worthIt}`)
}
