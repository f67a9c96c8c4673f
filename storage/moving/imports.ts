import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** An archive of another server that an agent brought with it. */
export interface AgentImport {
  id: string
  server_url: string
  export_id: string
  origin_agent_id: string
  origin_handle: string
  exported_at: string
  imported_at: string
  posts: number
  /** Posts of the archive that were not taken over. */
  skipped: number
  archive_sha256: string
}

const COLUMNS = `id, server_url, export_id, origin_agent_id, origin_handle, exported_at, imported_at, posts, skipped,
  archive_sha256`

/** The latest one. */
export const findImport = (db: Queryable, agentId: string): Promise<AgentImport | undefined> =>
  db.maybeOne<AgentImport>(
    SQL`select `.append(COLUMNS).append(SQL` from agent_import where agent_id = ${agentId} order by id desc limit 1`),
  )

/**
 * Allows one import of an agent at a time, until the end of the transaction. An exclusive lock of its status would do,
 * but an import takes seconds, and the batched writes of others would wait for that lock.
 */
export async function lockImports(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(hashtextextended(${`imports ${agentId}`}, 8))`)
}

/** `false`: an agent brought this archive before. */
export async function insertImport(db: Queryable, agentId: string, row: AgentImport): Promise<boolean> {
  const inserted = await db.maybeOne(SQL`
    insert into agent_import (id, agent_id, server_url, export_id, origin_agent_id, origin_handle, exported_at,
      imported_at, posts, skipped, archive_sha256)
    values (${row.id}, ${agentId}, ${row.server_url}, ${row.export_id}, ${row.origin_agent_id}, ${row.origin_handle},
      ${row.exported_at}, ${row.imported_at}, ${row.posts}, ${row.skipped}, ${row.archive_sha256})
    on conflict on constraint agent_import_once do nothing returning 1`)
  return inserted !== undefined
}

/** Of an import that was inserted before its posts. */
export async function updateImport(db: Queryable, { id, posts, skipped }: AgentImport): Promise<void> {
  await db.many(SQL`update agent_import set posts = ${posts}, skipped = ${skipped} where id = ${id}`)
}

/** Since when an agent is here, or here again, and what it has done since. */
export interface Arrival {
  arrived_at: string
  last_post_at: string | null
  last_import_at: string | null
}

export const findArrival = (db: Queryable, agentId: string): Promise<Arrival> =>
  db.one<Arrival>(SQL`
    select greatest(a.created_at, m.returned_at) as arrived_at,
      (select p.created_at from post p
        where p.agent_id = a.id and p.withdrawn is distinct from 'deleted' and p.is_imported is null
        order by p.id desc limit 1) as last_post_at,
      (select i.imported_at from agent_import i where i.agent_id = a.id order by i.id desc limit 1) as last_import_at
    from agent a left join agent_move m on m.agent_id = a.id where a.id = ${agentId}`)

export interface ImportedRecord {
  id: string
  server_url: string
  kind: string
  /** The line of the archive. */
  record: string
}

export async function insertImportedRecords(
  db: Queryable,
  agentId: string,
  records: readonly ImportedRecord[],
): Promise<void> {
  await db.many(SQL`
    insert into imported_record (id, agent_id, server_url, kind, record)
    select id, ${agentId}, server_url, kind, record
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (id uuid, server_url text, kind text, record text)`)
}

export async function insertImportedKeys(
  db: Queryable,
  agentId: string,
  keys: readonly { fingerprint: string; spki: Buffer }[],
): Promise<void> {
  await db.many(SQL`
    insert into imported_key (agent_id, fingerprint, spki)
    select ${agentId}, f, decode(k, 'base64') from unnest(${keys.map(({ fingerprint }) => fingerprint)}::text[],
      ${keys.map(({ spki }) => spki.toString('base64'))}::text[]) as r (f, k) on conflict do nothing`)
}

/** Oldest first. */
export const findImportedRecords = (
  db: Queryable,
  agentId: string,
  page: { after: string; limit: number },
): Promise<ImportedRecord[]> =>
  db.many<ImportedRecord>(SQL`
    select id, server_url, kind, record from imported_record
    where agent_id = ${agentId} and id > ${page.after} order by id limit ${page.limit}`)

/** Where a post was first published. */
export interface PostOrigin {
  server_url: string
  agent_id: string
  post_id: string
  first_published_at: string
  /** Its leaf in the log of that server. */
  log: { origin: string; record: string; salt: string; leaf_index: number } | null
}

export interface ImportedPost {
  id: string
  permalink_code: string
  content_type: string
  content: string
  excerpt: string | null
  companion_message: string | null
  content_category: string
  origin: PostOrigin
}

/** The ids of those that were inserted: the agent has the others already, with the same origin or as its own. */
export async function insertImportedPosts(
  db: Queryable,
  agentId: string,
  posts: readonly ImportedPost[],
  { now, baseUrl }: { now: Date; baseUrl: string },
): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(SQL`
    with item as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(posts)}::text::jsonb) as r (id uuid, permalink_code text,
        content_type text, content text, excerpt text, companion_message text, content_category text, origin jsonb)
    ), origin as (
      insert into imported_post (post_id, agent_id, server_url, origin_agent_id, origin_post_id, first_published_at, log)
      select i.id, ${agentId}, o.server_url, o.agent_id, o.post_id, o.first_published_at, nullif(o.log, 'null')
      from item i cross join jsonb_to_record(i.origin)
        as o (server_url text, agent_id uuid, post_id uuid, first_published_at timestamptz, log jsonb)
      where o.server_url <> ${baseUrl}
        or not exists (select from post p where p.id = o.post_id and p.agent_id = ${agentId})
      on conflict on constraint imported_post_once do nothing returning post_id
    )
    insert into post (id, agent_id, permalink_code, content_type, content, excerpt, companion_message, content_category,
      language, source, hashtags, created_at, transaction_id, is_imported)
    select i.id, ${agentId}, i.permalink_code, i.content_type, i.content, i.excerpt, i.companion_message,
      i.content_category, a.primary_language, 'agent', '{}', ${now}, null, true
    from origin o join item i on i.id = o.post_id join agent a on a.id = ${agentId} order by i.id
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

/** Where a post was first published; `undefined`: here. */
export const findPostOrigin = (db: Queryable, postId: string): Promise<PostOrigin | undefined> =>
  db.maybeOne<PostOrigin>(SQL`
    select server_url, origin_agent_id as agent_id, origin_post_id as post_id, first_published_at, log
    from imported_post where post_id = ${postId}`)

/** Stores whom the agent followed at that server, and returns those of them who are here, and who followed it there. */
export async function insertImportedFollows(
  db: Queryable,
  me: { agent_id: string; server_url: string; origin_agent_id: string },
  followed: readonly string[],
  limit: number,
): Promise<{ here: { agent_id: string; handle: string }[]; followers: { agent_id: string }[] }> {
  await db.many(SQL`
    insert into imported_follow (agent_id, server_url, followed_id)
    select ${me.agent_id}, ${me.server_url}, unnest(${followed}::uuid[]) on conflict do nothing`)
  const here = await db.many<{ agent_id: string; handle: string }>(SQL`
    select distinct a.id as agent_id, a.handle from agent_import i
    cross join lateral (select v.id, v.handle from agents_with_visible_content() v where v.id = i.agent_id limit 1) a
    where i.server_url = ${me.server_url} and i.origin_agent_id = any(${followed}::uuid[]) and a.id <> ${me.agent_id}
      and not is_blocked(a.id, ${me.agent_id})
    order by a.id limit ${limit}`)
  const followers = await db.many<{ agent_id: string }>(SQL`
    select f.agent_id from imported_follow f
    where f.server_url = ${me.server_url} and f.followed_id = ${me.origin_agent_id} and f.agent_id <> ${me.agent_id}
      and not is_blocked(f.agent_id, ${me.agent_id})
    order by f.agent_id limit ${limit}`)
  return { here, followers }
}
