import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface OAuthClient {
  id: string
  name: string | null
  redirect_uris: string[]
  /** URL of its metadata document; `null` if it registered itself. */
  document_url: string | null
}

export async function insertClient(
  db: Queryable,
  client: Omit<OAuthClient, 'document_url'> & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into oauth_client (id, name, redirect_uris, created_at, expires_at)
    values (${client.id}, ${client.name}, ${client.redirect_uris}::text[], ${client.created_at}, ${client.expires_at})`)
}

/** A client that registered itself. */
export function findRegisteredClient(db: Queryable, id: string, now: Date): Promise<OAuthClient | undefined> {
  return db.maybeOne<OAuthClient>(SQL`
    select id, name, redirect_uris, document_url from oauth_client
    where id = ${id} and document_url is null and expires_at > ${now}`)
}

export interface StoredDocumentClient extends OAuthClient {
  fresh_until: string
}

/** A client by its document, as last read. */
export function findDocumentClient(db: Queryable, url: string, now: Date): Promise<StoredDocumentClient | undefined> {
  return db.maybeOne<StoredDocumentClient>(SQL`
    select id, name, redirect_uris, document_url, fresh_until from oauth_client
    where document_url = ${url} and expires_at > ${now}`)
}

/** The content of a document; `id` for a new client. */
export interface ReadDocument {
  id: string
  name: string | null
  redirect_uris: string[]
  document_url: string
  fetched_at: Date
  fresh_until: Date
  expires_at: Date
}

/** Stores it unless another process fetched the document later and has its result. */
export async function storeDocument(db: Queryable, read: ReadDocument): Promise<void> {
  await db.many(SQL`
    insert into oauth_client (id, name, redirect_uris, document_url, fetched_at, fresh_until, created_at, expires_at)
    values (${read.id}, ${read.name}, ${read.redirect_uris}::text[], ${read.document_url}, ${read.fetched_at},
      ${read.fresh_until}, ${read.fetched_at}, ${read.expires_at})
    on conflict (document_url) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
      fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until,
      expires_at = greatest(oauth_client.expires_at, excluded.expires_at)
    where oauth_client.fetched_at <= excluded.fetched_at`)
}

/** Writes only if the change is significant: many agents may share a client. */
export async function retainClient(db: Queryable, id: string, until: Date, worthIt: Date): Promise<void> {
  await db.many(SQL`update oauth_client set expires_at = ${until} where id = ${id} and expires_at < ${worthIt}`)
}

/**
 * Deletes unused clients that expire by then, except the newest so many; at most `limit`, and returns how many. A
 * client that was used in the meantime stays.
 */
export async function deleteClientsBeyond(db: Queryable, by: Date, left: number, limit: number): Promise<number> {
  const rows = await db.many(SQL`
    delete from oauth_client where expires_at <= ${by} and id = any(array(
      select id from oauth_client where expires_at <= (
        select expires_at from oauth_client where expires_at <= ${by} order by expires_at desc offset ${left} limit 1)
      order by expires_at limit ${limit} for update skip locked))
    returning 1`)
  return rows.length
}
