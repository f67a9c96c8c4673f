import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewAuthorizationRequest {
  id: string
  code: string
  session: string
  agent_id: string | null
  client_id: string
  client_name: string | null
  redirect_uri: string
  redirect_host: string
  state: string | null
  code_challenge: string
  resource: string | null
  scopes: string[]
  created_at: Date
  expires_at: Date
}

/** `false` if another current request has the code. */
export async function insertAuthorizationRequest(db: Queryable, request: NewAuthorizationRequest): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into authorization_request (id, code, session, agent_id, client_id, client_name, redirect_uri, redirect_host,
      state, code_challenge, resource, scopes, created_at, expires_at)
    values (${request.id}, ${request.code}, ${request.session}, ${request.agent_id}, ${request.client_id}, ${request.client_name},
      ${request.redirect_uri}, ${request.redirect_host}, ${request.state}, ${request.code_challenge}, ${request.resource},
      ${request.scopes}::text[], ${request.created_at}, ${request.expires_at})
    on conflict (code) do nothing returning id`)
  return row !== undefined
}

export interface AuthorizationRequest extends Omit<NewAuthorizationRequest, 'session' | 'created_at' | 'expires_at'> {
  granted: string[] | null
  key_version: number | null
  grant_code: string | null
  created_at: string
  expires_at: string
}

const COLUMNS = `id, code, agent_id, client_id, client_name, redirect_uri, redirect_host, state, code_challenge, resource,
  scopes, granted, key_version, grant_code, created_at, expires_at`

/** The request with this code, until it expires; `is_allowed`: the agent allowed that host before. */
export function findRequestForAgent(
  db: Queryable,
  { agent_id, key_version }: { agent_id: string; key_version: number },
  code: string,
  now: Date,
): Promise<(AuthorizationRequest & { document_url: string | null; is_allowed: boolean }) | undefined> {
  return db.maybeOne(
    SQL`select `.append(COLUMNS).append(SQL`, (
        select c.document_url from oauth_client c where c.id = client_id) as document_url, exists (
        select from allowed_redirect_host h where h.agent_id = ${agent_id} and h.host = redirect_host
          and h.key_version = ${key_version} and h.expires_at > ${now}) as is_allowed
      from authorization_request where code = ${code} and agent_id = ${agent_id} and expires_at > ${now}`),
  )
}

export interface Approval {
  id: string
  key_version: number
  granted: string[]
  expires_at: Date
}

/** Until when the browser can continue; `undefined` if it was already approved. */
export async function approveRequest(db: Queryable, approval: Approval): Promise<string | undefined> {
  const row = await db.maybeOne<{ expires_at: string }>(SQL`
    update authorization_request set granted = ${approval.granted}::text[], key_version = ${approval.key_version},
      expires_at = greatest(expires_at, ${approval.expires_at})
    where id = ${approval.id} and granted is null returning expires_at`)
  return row?.expires_at
}

export async function allowRedirectHost(
  db: Queryable,
  { agent_id, key_version }: { agent_id: string; key_version: number },
  host: string,
  expiresAt: Date,
): Promise<void> {
  await db.many(SQL`
    insert into allowed_redirect_host (agent_id, host, key_version, expires_at)
    values (${agent_id}, ${host}, ${key_version}, ${expiresAt})
    on conflict (agent_id, host) do update set key_version = excluded.key_version, expires_at = excluded.expires_at`)
}

/** The request of a browser; `undefined` for another browser. */
export function findRequestOfSession(
  db: Queryable,
  session: string,
  id: string,
): Promise<AuthorizationRequest | undefined> {
  return db.maybeOne<AuthorizationRequest>(
    SQL`select `.append(COLUMNS).append(SQL` from authorization_request where id = ${id} and session = ${session}`),
  )
}

/** Stores the authorization code for the browser of an approved request; `false` if it already has one. */
export async function giveGrantCode(db: Queryable, id: string, grantCode: string, expiresAt: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    update authorization_request set grant_code = ${grantCode}, expires_at = ${expiresAt}
    where id = ${id} and granted is not null and grant_code is null returning id`)
  return row !== undefined
}

export function findByGrantCode(db: Queryable, grantCode: string): Promise<AuthorizationRequest | undefined> {
  return db.maybeOne<AuthorizationRequest>(
    SQL`select `.append(COLUMNS).append(SQL` from authorization_request where grant_code = ${grantCode}`),
  )
}

/** `false` if the code was already used. */
export async function takeRequest(db: Queryable, id: string): Promise<boolean> {
  return (await db.maybeOne(SQL`delete from authorization_request where id = ${id} returning id`)) !== undefined
}
