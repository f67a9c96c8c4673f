import { SQL } from 'sql-template-strings'
import { type AgentStatus, statusName } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'

/** The response to a successful enrollment. */
export interface EnrolledAgentRow {
  agent_id: string
  handle: string
  name: string
  status: AgentStatus
  agency_tier: number
  last_verified: string | null
  challenges_passed: number
  created_at: string
}

/** The agent that currently signs with the key of this identity. */
export async function findEnrolledAgentByKey(db: Queryable, identity: Buffer): Promise<EnrolledAgentRow | undefined> {
  const row = await db.maybeOne<Omit<EnrolledAgentRow, 'status'> & { status: number }>(SQL`
    select a.id as agent_id, a.handle, a.name, s.status, s.agency_tier, a.last_verified, a.challenges_passed,
      a.created_at
    from agent_key k
    join agent_status s on s.agent_id = k.agent_id and s.key_version = k.version
    join agent a on a.id = k.agent_id
    where k.identity = ${identity}`)
  return row && { ...row, status: statusName(row.status) }
}
