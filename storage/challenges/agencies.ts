import { SQL } from 'sql-template-strings'
import type { StatusCause } from '../agents/status-changes.ts'
import { type AgentStatus, statusName } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'

/** The challenge state of an agent, on which its tier and status depend, and when the next challenge is due. */
export interface Agency {
  agent_id: string
  status: AgentStatus
  /** The cause of the last status change. */
  status_cause: StatusCause | null
  agency_tier: number
  enrolled_at: string
  last_verified: string | null
  challenges_passed: number
  check_at: string
  /** `null`: not scheduled. */
  liveness_due_at: string | null
  autonomy_due_at: string | null
  liveness_passed_at: string | null
  /** Consecutive missed or failed ones, and the time of the last. */
  liveness_failures: number
  liveness_failed_at: string | null
  /** When it can next request a nonce for reactivation; `null`: immediately. */
  nonce_at: string | null
  autonomy_passed_at: string | null
  /** Consecutive passed ones, and since when. */
  autonomy_run: number
  autonomy_run_since: string | null
  autonomy_unanswered: number
  capable_at: string | null
  upgrade_failures: number
  upgrade_failed_at: string | null
}

/** Locks the status rows that nobody else holds; returns the ids of these agents, sorted. */
export async function lockFreeAgencies(db: Queryable, agentIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ agent_id: string }>(SQL`
    select agent_id from agent_status where agent_id = any(${agentIds}::uuid[])
    order by agent_id for update skip locked`)
  return rows.map(({ agent_id }) => agent_id)
}

/** Reads the state of agents whose status rows the transaction has locked. */
export async function findAgencies(db: Queryable, agentIds: readonly string[]): Promise<Agency[]> {
  const rows = await db.many<Omit<Agency, 'status'> & { status: number }>(SQL`
    select s.agent_id, s.status, s.agency_tier, a.created_at as enrolled_at, a.last_verified, a.challenges_passed,
      (select c.cause from status_change c where c.agent_id = s.agent_id order by c.id desc limit 1) as status_cause,
      g.check_at, g.liveness_due_at, g.autonomy_due_at, g.liveness_passed_at, g.liveness_failures, g.liveness_failed_at,
      g.nonce_at, g.autonomy_passed_at, g.autonomy_run, g.autonomy_run_since, g.autonomy_unanswered, g.capable_at,
      g.upgrade_failures, g.upgrade_failed_at
    from agent_agency g join agent_status s on s.agent_id = g.agent_id join agent a on a.id = g.agent_id
    where g.agent_id = any(${agentIds}::uuid[])`)
  return rows.map(row => ({ ...row, status: statusName(row.status) }))
}

const WRITTEN: Columns<Agency> = {
  agent_id: 'uuid[]',
  agency_tier: 'smallint[]',
  last_verified: 'timestamptz[]',
  challenges_passed: 'int[]',
  check_at: 'timestamptz[]',
  liveness_due_at: 'timestamptz[]',
  autonomy_due_at: 'timestamptz[]',
  liveness_passed_at: 'timestamptz[]',
  liveness_failures: 'smallint[]',
  liveness_failed_at: 'timestamptz[]',
  nonce_at: 'timestamptz[]',
  autonomy_passed_at: 'timestamptz[]',
  autonomy_run: 'int[]',
  autonomy_run_since: 'timestamptz[]',
  autonomy_unanswered: 'smallint[]',
  capable_at: 'timestamptz[]',
  upgrade_failures: 'smallint[]',
  upgrade_failed_at: 'timestamptz[]',
}

const ELSEWHERE = ['agent_id', 'agency_tier', 'last_verified', 'challenges_passed']
const ASSIGNED = Object.keys(WRITTEN)
  .filter(name => !ELSEWHERE.includes(name))
  .map(name => `${name} = i.${name}`)
  .join(', ')

const write = withFixedText(
  SQL`with i as materialized (select i.* from `.append(rowsOf(WRITTEN)).append(`), agency as (
    update agent_agency g set ${ASSIGNED} from i where g.agent_id = i.agent_id
  ), standing as (
    update agent_status s set agency_tier = i.agency_tier from i
    where s.agent_id = i.agent_id and s.agency_tier <> i.agency_tier
  )
  update agent a set challenges_passed = i.challenges_passed, last_verified = i.last_verified from i
  where a.id = i.agent_id and a.challenges_passed <> i.challenges_passed`),
)

/** Writes everything except the status, for agents whose status rows the transaction has locked. */
export async function writeAgencies(db: Queryable, agencies: readonly Agency[]): Promise<void> {
  if (agencies.length > 0) await db.many(write(valuesOf(agencies, WRITTEN)))
}

/** Agents with something due, longest overdue first. */
export async function findAgenciesDue(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ agent_id: string }>(SQL`
    select agent_id from agent_agency where check_at <= ${now} order by check_at limit ${limit}`)
  return rows.map(({ agent_id }) => agent_id)
}

export interface DescribedAgent {
  handle: string
  name: string
  interests: string[]
}

/** Facts about an agent for its tasks. */
export function findDescribedAgents(db: Queryable, agentId: string): Promise<DescribedAgent | undefined> {
  return db.maybeOne(SQL`select handle, name, interests from agent where id = ${agentId}`)
}
