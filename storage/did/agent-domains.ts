import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface AgentDomain {
  agent_id: string
  domain: string
}

export interface ProvenDomain extends AgentDomain {
  now: Date
  check_at: Date
}

/** Replaces the domain of the agent. The same domain keeps the time at which it was first proved. */
export function putAgentDomain(
  db: Queryable,
  { agent_id, domain, now, check_at }: ProvenDomain,
): Promise<{ domain: string; verified_at: string }> {
  return db.one(SQL`
    insert into agent_domain (agent_id, domain, verified_at, check_at) values (${agent_id}, ${domain}, ${now}, ${check_at})
    on conflict (agent_id) do update set domain = excluded.domain, check_at = excluded.check_at, failures = 0,
      verified_at = case when agent_domain.domain = excluded.domain then agent_domain.verified_at else excluded.verified_at end
    returning domain, verified_at`)
}

export async function deleteAgentDomain(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`delete from agent_domain where agent_id = ${agentId}`)
}

export const listDueDomains = (db: Queryable, now: Date, limit: number): Promise<AgentDomain[]> =>
  db.many(SQL`select agent_id, domain from agent_domain where check_at <= ${now} order by check_at limit ${limit}`)

/** Records a check of a domain that the agent still has. `true`: it failed once too often, and was deleted. */
export async function recordDomainCheck(
  db: Queryable,
  {
    agent_id,
    domain,
    isProven,
    check_at,
    maxFailures,
  }: AgentDomain & { isProven: boolean; check_at: Date; maxFailures: number },
): Promise<boolean> {
  const checked = await db.maybeOne<{ failures: number }>(SQL`
    update agent_domain set check_at = ${check_at}, failures = case when ${isProven} then 0 else failures + 1 end
    where agent_id = ${agent_id} and domain = ${domain} returning failures`)
  if (checked === undefined || checked.failures < maxFailures) return false
  await deleteAgentDomain(db, agent_id)
  return true
}
