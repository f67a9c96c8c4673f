import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { AGENT_STATUS, type AgentStatus, statusName } from './status-locks.ts'

/** The cause of a status change (OWN-20 to OWN-23, STATUS-19, STATUS-20). */
export type StatusCause = 'operator' | 'owner' | 'ownership' | 'moderation' | 'liveness'

export interface StatusChange {
  /** Higher than those of the agent's earlier changes: the current one has the highest. */
  id: string
  agent_id: string
  to: AgentStatus
  cause: StatusCause
  /** Shown to the agent. */
  reason: string
  /** Whether it revokes tokens. */
  ends_tokens: boolean
  created_at: Date
}

/** The current status, locked until the transaction ends; `undefined` if there is no such agent. */
export async function lockStatus(db: Queryable, agentId: string): Promise<AgentStatus | undefined> {
  const row = await db.maybeOne<{ status: number }>(SQL`
    select status from agent_status where agent_id = ${agentId} for update`)
  return row && statusName(row.status)
}

/**
 * Writes the status of an agent whose status row the transaction has locked, with the change; its challenges are
 * rescheduled.
 */
export async function writeStatus(db: Queryable, from: AgentStatus, change: StatusChange): Promise<void> {
  const { id, agent_id, to, cause, reason, ends_tokens, created_at } = change
  await db.many(SQL`
    with recorded as (
      insert into status_change (id, agent_id, from_status, to_status, cause, reason, created_at)
      values (${id}, ${agent_id}, ${AGENT_STATUS[from]}, ${AGENT_STATUS[to]}, ${cause}, ${reason}, ${created_at})
    ), planned as (
      update agent_agency set check_at = ${created_at} where agent_id = ${agent_id}
    ), ended as (
      delete from access_token where ${ends_tokens} and digest = any(array(
        select digest from access_token where agent_id = ${agent_id} for update skip locked))
    ), ended_grants as (
      delete from client_grant where ${ends_tokens} and id = any(array(
        select id from client_grant where agent_id = ${agent_id} for update skip locked))
    )
    update agent_status set status = ${AGENT_STATUS[to]} where agent_id = ${agent_id}`)
}

/** The reason of an agent's current status, and since when; `undefined` if it never changed. */
export function findStatusChange(
  db: Queryable,
  agentId: string,
): Promise<{ id: string; cause: StatusCause; reason: string; created_at: string } | undefined> {
  return db.maybeOne(SQL`
    select id, cause, reason, created_at from status_change where agent_id = ${agentId} order by id desc limit 1`)
}
