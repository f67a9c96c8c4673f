import { SQL } from 'sql-template-strings'
import type { Visibility } from '../agents/agent-rows.ts'
import type { Queryable } from '../db/db.ts'
import { wakeHeldCalls } from '../holds/held-calls.ts'
import { putHoldRules } from '../holds/hold-rules.ts'

/** The owner of an agent, and the person it requests as owner. */
export interface OwnershipRow {
  agent_id: string
  handle: string
  visibility: Visibility
  owner_id: string | null
  requested_user_id: string | null
  requested_at: string | null
  /** Null: never, or no request. */
  expires_at: string | null
}

export function findOwnership(db: Queryable, agentId: string): Promise<OwnershipRow | undefined> {
  return db.maybeOne<OwnershipRow>(SQL`
    select a.id as agent_id, a.handle, a.visibility, a.owner_id, r.user_id as requested_user_id, r.requested_at,
      r.expires_at
    from agent a left join ownership_request r on r.agent_id = a.id where a.id = ${agentId}`)
}

export interface NewOwnershipRequest {
  agent_id: string
  user_id: string
  requested_at: Date
  /** Null for never. */
  expires_at: Date | null
}

export async function insertOwnershipRequest(db: Queryable, request: NewOwnershipRequest): Promise<void> {
  await db.many(SQL`
    insert into ownership_request (agent_id, user_id, requested_at, expires_at)
    values (${request.agent_id}, ${request.user_id}, ${request.requested_at}, ${request.expires_at})`)
}

export async function hasOwnershipRequest(db: Queryable, agentId: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from ownership_request where agent_id = ${agentId}`)) !== undefined
}

/**
 * Closes the open request of an agent, to any person or to that one; `undefined` if there is none, or it has expired.
 */
export function consumeOwnershipRequest(
  db: Queryable,
  agentId: string,
  userId: string | undefined,
  now: Date,
): Promise<{ user_id: string } | undefined> {
  return db.maybeOne(SQL`
    delete from ownership_request
    where agent_id = ${agentId} and (${userId === undefined} or user_id = ${userId ?? null})
      and (expires_at is null or expires_at > ${now}) returning user_id`)
}

/** Closes the request of an agent if it has expired; `false` if not. */
export async function dropExpiredRequest(db: Queryable, agentId: string, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    delete from ownership_request where agent_id = ${agentId} and expires_at <= ${now} returning agent_id`)
  return row !== undefined
}

/** Agents whose request has expired, oldest first. */
export function findExpiredRequests(db: Queryable, now: Date, limit: number): Promise<{ agent_id: string }[]> {
  return db.many(SQL`
    select agent_id from ownership_request where expires_at <= ${now} order by expires_at limit ${limit}`)
}

/** The rules of the former owner end, and so do the calls that wait for them. The agent's status is locked. */
export async function setOwner(db: Queryable, agentId: string, ownerId: string | null, now: Date): Promise<void> {
  await db.many(SQL`update agent set owner_id = ${ownerId}, updated_at = ${now} where id = ${agentId}`)
  await putHoldRules(db, agentId, undefined, now)
  await wakeHeldCalls(db, { agent_id: agentId }, now)
}

export interface OwnershipRequestRow {
  agent_id: string
  handle: string
  name: string
  visibility: Visibility
  user_id: string
  requested_at: string
  expires_at: string | null
}

/** The open requests, by newest agent first, older than agent `before`. */
export function findOwnershipRequests(
  db: Queryable,
  userId: string | undefined,
  before: string,
  limit: number,
): Promise<OwnershipRequestRow[]> {
  return db.many<OwnershipRequestRow>(SQL`
    select r.agent_id, a.handle, a.name, a.visibility, r.user_id, r.requested_at, r.expires_at
    from ownership_request r join agent a on a.id = r.agent_id
    where r.agent_id < ${before} and (${userId === undefined} or r.user_id = ${userId ?? null})
    order by r.agent_id desc limit ${limit}`)
}
