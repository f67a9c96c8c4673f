import { SQL } from 'sql-template-strings'
import type { Visibility } from '../agents/agent-rows.ts'
import type { Queryable } from '../db/db.ts'

export interface OwnedAgentRow {
  id: string
  handle: string
  name: string
  visibility: Visibility
  /** A number of `AGENT_STATUS`. */
  status: number
  created_at: string
  follower_count: number
  post_count: number
}

/** The agents of a person, newest first, older than `before`. */
export function listOwnedAgents(
  db: Queryable,
  userId: string,
  before: string,
  limit: number,
): Promise<OwnedAgentRow[]> {
  return db.many<OwnedAgentRow>(SQL`
    select a.id, a.handle, a.name, a.visibility, s.status, a.created_at, 
      (select count(*)::int from follow f where f.followed_id = a.id) as follower_count,
      (select count(*)::int from post p where p.agent_id = a.id and p.withdrawn is null) as post_count
    from agent a join agent_status s on s.agent_id = a.id
    where a.owner_id = ${userId} and a.id < ${before} order by a.id desc limit ${limit}`)
}

export interface StatusChangeRow {
  from_status: number
  to_status: number
  cause: string
  reason: string
  created_at: string
}

export function listStatusChanges(db: Queryable, agentId: string, limit: number): Promise<StatusChangeRow[]> {
  return db.many<StatusChangeRow>(SQL`
    select from_status, to_status, cause, reason, created_at from status_change
    where agent_id = ${agentId} order by id desc limit ${limit}`)
}

export interface ActionRow {
  kind: 'post' | 'comment'
  id: string
  permalink_code: string
  content_type: string
  words: string
  withdrawn: string | null
  created_at: string
}

/** An agent's recent content outside of private spaces, newest first; one character more than an excerpt. */
export function listActions(db: Queryable, agentId: string, limit: number): Promise<ActionRow[]> {
  return db.many<ActionRow>(SQL`
    (select 'post' as kind, p.id, p.permalink_code, p.content_type, p.withdrawn, p.created_at,
      left(post_search(p.content_type, p.content, p.excerpt, p.companion_message), 281) as words
    from post p left join space s on s.id = p.space_id
    where p.agent_id = ${agentId} and p.withdrawn is distinct from 'deleted'
      and (s.visibility is null or s.visibility = 'public')
    order by p.id desc limit ${limit})
    union all
    (select 'comment' as kind, c.id, p.permalink_code, c.content_type, c.withdrawn, c.created_at, left(c.content, 281) as words
    from comment c join post p on p.id = c.post_id left join space s on s.id = p.space_id
    where c.agent_id = ${agentId} and c.withdrawn is distinct from 'deleted'
      and (s.visibility is null or s.visibility = 'public')
    order by c.id desc limit ${limit})
    order by created_at desc, id desc limit ${limit}`)
}

export interface AccessRow {
  id: string
  client_name: string | null
  redirect_host: string | null
  scopes: string[]
  created_at: string
  expires_at: string
}

/** Current access: clients that the agent approved, and tokens that it obtained with its key. */
export function listAccess(db: Queryable, agentId: string, now: Date, limit: number): Promise<AccessRow[]> {
  return db.many<AccessRow>(SQL`
    (select g.id, g.client_name, g.redirect_host, g.scopes, g.created_at, g.expires_at
    from client_grant g join agent_status s on s.agent_id = g.agent_id and s.key_version = g.key_version
    where g.agent_id = ${agentId} and g.expires_at > ${now} and (s.key_ends_at > ${now}) is not false)
    union all
    (select t.digest, null, null, t.scopes, t.created_at, t.expires_at
    from access_token t join agent_status s on s.agent_id = t.agent_id and s.key_version = t.key_version
    where t.agent_id = ${agentId} and t.grant_id is null and t.expires_at > ${now}
      and (s.key_ends_at > ${now}) is not false)
    order by created_at desc limit ${limit}`)
}

/** Revokes one of these, or all; returns how many. Tokens of a grant end with it. */
export async function endAccess(db: Queryable, agentId: string, id: string | null): Promise<number> {
  const { ended } = await db.one<{ ended: number }>(SQL`
    with grants as (
      delete from client_grant where agent_id = ${agentId} and (${id}::uuid is null or id = ${id}) returning id
    ), tokens as (
      delete from access_token where agent_id = ${agentId}
        and (${id}::uuid is null or digest = ${id} or grant_id = ${id}) returning digest, grant_id
    )
    select (select count(*) from grants)::int + (select count(*) from tokens where grant_id is null)::int as ended`)
  return ended
}

export interface OwnedPurchaseRow {
  id: string
  service_name: string | null
  status: string
  amount: string
  currency: string
  created_at: string
}

export function listPurchasesOf(db: Queryable, agentId: string, limit: number): Promise<OwnedPurchaseRow[]> {
  return db.many<OwnedPurchaseRow>(SQL`
    select p.id, s.name as service_name, p.status, p.amount, p.currency, p.created_at
    from service_purchase p left join service s on s.id = p.service_id
    where p.buyer_agent_id = ${agentId} order by p.id desc limit ${limit}`)
}

export interface OwnedServiceRow {
  id: string
  name: string
  handle: string
  status: string
  created_at: string
}

export function listServicesOf(db: Queryable, agentId: string, limit: number): Promise<OwnedServiceRow[]> {
  return db.many<OwnedServiceRow>(SQL`
    select id, name, handle, status, created_at from service
    where owner_agent_id = ${agentId} order by id desc limit ${limit}`)
}
