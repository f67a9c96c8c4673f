import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewGrant {
  id: string
  agent_id: string
  key_version: number
  client_id: string
  client_name: string | null
  redirect_host: string
  resource: string | null
  scopes: string[]
  grant_code: string
  family: string
  refresh: string
  created_at: Date
  expires_at: Date
}

/**
 * Locks the status row of an agent that still has the key and may hold tokens. First in every transaction that writes
 * grants: whoever ends them all locks it exclusively, and so finds each.
 */
export async function lockHolder(
  db: Queryable,
  { agent_id, key_version }: { agent_id: string; key_version: number },
  statusMask: number,
  now: Date,
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from agent_status where agent_id = ${agent_id} and key_version = ${key_version}
      and (${statusMask}::int >> status) & 1 = 1 and (key_ends_at > ${now}) is not false
    for share`)
  return row !== undefined
}

export async function insertOAuthGrant(db: Queryable, grant: NewGrant): Promise<void> {
  await db.many(SQL`
    insert into client_grant (id, agent_id, key_version, client_id, client_name, redirect_host, resource, scopes, grant_code,
      family, refresh, created_at, last_used_at, expires_at)
    values (${grant.id}, ${grant.agent_id}, ${grant.key_version}, ${grant.client_id}, ${grant.client_name},
      ${grant.redirect_host}, ${grant.resource}, ${grant.scopes}::text[], ${grant.grant_code}, ${grant.family},
      ${grant.refresh}, ${grant.created_at}, ${grant.created_at}, ${grant.expires_at})`)
}

export interface GrantedToken {
  digest: string
  grant_id: string
  agent_id: string
  key_version: number
  scopes: readonly string[]
  created_at: Date
  expires_at: Date
}

export async function insertGrantedToken(db: Queryable, token: GrantedToken): Promise<void> {
  await db.many(SQL`
    insert into access_token (digest, agent_id, key_version, scopes, created_at, expires_at, grant_id)
    values (${token.digest}, ${token.agent_id}, ${token.key_version}, ${token.scopes}::text[], ${token.created_at},
      ${token.expires_at}, ${token.grant_id})`)
}

export interface OAuthGrant {
  id: string
  agent_id: string
  key_version: number
  client_id: string
  resource: string | null
  scopes: string[]
  refresh: string
  expires_at: string
}

export function findGrantOfFamily(db: Queryable, family: string): Promise<OAuthGrant | undefined> {
  return db.maybeOne<OAuthGrant>(SQL`
    select id, agent_id, key_version, client_id, resource, scopes, refresh, expires_at
    from client_grant where family = ${family}`)
}

export interface Rotation {
  id: string
  from: string
  to: string
  now: Date
  expires_at: Date
}

/** Replaces the refresh token; `false` if that was done in the meantime. */
export async function rotateRefresh(db: Queryable, rotation: Rotation): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    update client_grant set refresh = ${rotation.to}, last_used_at = ${rotation.now}, expires_at = ${rotation.expires_at}
    where id = ${rotation.id} and refresh = ${rotation.from} and expires_at > ${rotation.now} returning id`)
  return row !== undefined
}

/** Identifies a grant; all except the id are digests. */
export type GrantName = { id: string } | { grant_code: string } | { family: string } | { token: string }

/**
 * Ends a grant with its tokens, in the caller's transaction. A second statement deletes the tokens, so that it sees
 * those created by whoever held the grant until then. A transaction that holds one of them deletes it itself.
 */
export async function endGrant(db: Queryable, name: GrantName): Promise<void> {
  const found = await db.maybeOne<{ id: string; agent_id: string }>(
    SQL`select g.id, g.agent_id from client_grant g where `.append(named(name)),
  )
  if (!found) return
  await db.many(SQL`select 1 from agent_status where agent_id = ${found.agent_id} for share`)
  await db.many(SQL`delete from client_grant where id = ${found.id}`)
  await db.many(SQL`
    delete from access_token where digest = any(array(
      select digest from access_token where grant_id = ${found.id} for update skip locked))`)
}

function named(name: GrantName) {
  if ('id' in name) return SQL`g.id = ${name.id}`
  if ('grant_code' in name) return SQL`g.grant_code = ${name.grant_code}`
  if ('family' in name) return SQL`g.family = ${name.family}`
  return SQL`g.id = (select t.grant_id from access_token t where t.digest = ${name.token})`
}

export interface ListedGrant {
  id: string
  /** The name given by the client. */
  client_id: string
  client_name: string | null
  redirect_host: string
  scopes: string[]
  created_at: string
  last_used_at: string
  expires_at: string
}

/** The valid grants of an agent under its current key, newest first, older than `before`. */
export function listGrants(
  db: Queryable,
  { agent_id, key_version }: { agent_id: string; key_version: number },
  before: string,
  limit: number,
  now: Date,
): Promise<ListedGrant[]> {
  return db.many<ListedGrant>(SQL`
    select id, coalesce((select c.document_url from oauth_client c where c.id = client_id), client_id::text) as client_id,
      client_name, redirect_host, scopes, created_at, last_used_at, expires_at
    from client_grant where agent_id = ${agent_id} and key_version = ${key_version} and expires_at > ${now} and id < ${before}
    order by id desc limit ${limit}`)
}

/** The redirect host of an agent's grant; `undefined` if it has no such grant. */
export function findGrantHost(
  db: Queryable,
  agentId: string,
  id: string,
): Promise<{ redirect_host: string } | undefined> {
  return db.maybeOne(SQL`select redirect_host from client_grant where id = ${id} and agent_id = ${agentId}`)
}

export async function disallowRedirectHost(db: Queryable, agentId: string, host: string): Promise<void> {
  await db.many(SQL`delete from allowed_redirect_host where agent_id = ${agentId} and host = ${host}`)
}
