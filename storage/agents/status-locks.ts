import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Numbers in `agent_status.status` (STATUS-7). */
export const AGENT_STATUS = {
  active: 1,
  pending_ownership: 2,
  restricted: 3,
  suspended: 4,
  disabled: 5,
} as const

export type AgentStatus = keyof typeof AGENT_STATUS

const NAMES = Object.keys(AGENT_STATUS) as AgentStatus[]

export function statusName(status: number): AgentStatus {
  const name = NAMES[status - 1]
  if (!name) throw new Error(`unknown status ${status}`)
  return name
}

/** Statuses as a bit mask: bit n for status number n. */
export const statusMask = (statuses: readonly AgentStatus[]): number =>
  statuses.reduce((mask, status) => mask | (1 << AGENT_STATUS[status]), 0)

/** `share` for writes of the agent, `update` for a change of the status itself. */
export type StatusLock = 'share' | 'update'

/** An agent may write with either; one may become the other when a person answers its ownership request. */
export const WRITER_STATUSES: readonly AgentStatus[] = ['active', 'pending_ownership']

/** May read, undo its own actions, and hold tokens (STATUS-4, STATUS-9). */
export const READER_STATUSES: readonly AgentStatus[] = [...WRITER_STATUSES, 'restricted']

/** May read its status, contest it, and replace its key. */
export const NOT_DISABLED: readonly AgentStatus[] = [...READER_STATUSES, 'suspended']

export const statusNumbers = (statuses: readonly AgentStatus[]): number[] =>
  statuses.map(status => AGENT_STATUS[status])

/** Locks the status row of an admitted agent; `false` if its key or its status has changed in a relevant way since. */
export async function lockAgentStatus(
  db: Queryable,
  agent: { agent_id: string; key_version: number; status: AgentStatus },
  lock: StatusLock,
): Promise<boolean> {
  const found = SQL`
    select 1 from agent_status
    where agent_id = ${agent.agent_id} and key_version = ${agent.key_version}
      and status_still_admitted(status_in_effect(status, has_moved), ${AGENT_STATUS[agent.status]})`
  return (await db.maybeOne(found.append(lock === 'update' ? ' for update' : ' for share'))) !== undefined
}

/** The current status, as it takes effect. */
export async function findAgentStatus(
  db: Queryable,
  agentId: string,
): Promise<{ key_version: number; status: AgentStatus } | undefined> {
  const row = await db.maybeOne<{ key_version: number; status: number }>(SQL`
    select key_version, status_in_effect(status, has_moved) as status from agent_status where agent_id = ${agentId}`)
  return row && { key_version: row.key_version, status: statusName(row.status) }
}

export interface LiveKey {
  agent_id: string
  key_version: number
  /** The secondary key that signed; absent or '' for the primary one. */
  secondary_key?: string | null
}

/** Which of these agents still have that key, and one of the statuses. */
export function findLiveKeys(db: Queryable, agents: readonly LiveKey[], mask: number, now: Date): Promise<LiveKey[]> {
  return db.many(SQL`
    select s.agent_id, s.key_version, a.secondary_key
    from unnest(${agents.map(({ agent_id }) => agent_id)}::uuid[], ${agents.map(({ key_version }) => key_version)}::int[],
      ${agents.map(({ secondary_key }) => secondary_key ?? '')}::text[]) as a (agent_id, key_version, secondary_key)
    join agent_status s on s.agent_id = a.agent_id and s.key_version = a.key_version
    where (${mask}::int >> s.status) & 1 = 1 and (s.key_ends_at > ${now}) is not false
      and (a.secondary_key = '' or exists (
        select from secondary_key k
        where k.fingerprint = a.secondary_key and k.revoked_at is null and k.expires_at > ${now}))`)
}
