import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { metAt, type StoredFacts, trustTenths } from './trust-factors.ts'

/** The job's result for an agent. */
export interface FoundTrust extends StoredFacts {
  agent_id: string
  backers: string[]
  /** Whether there is enough to compute a score from. */
  is_computable: boolean
  due_at: Date
}

interface Tiered {
  agent_id: string
  agency_tier: number
}

/** Locks the scores of these agents until the transaction ends, and reads their current tiers. */
async function lockTrust(db: Queryable, agentIds: readonly string[]): Promise<Map<string, number>> {
  await db.many(SQL`
    select from agent_trust where agent_id = any(${agentIds}::uuid[]) order by agent_id for no key update`)
  const rows = await db.many<Tiered>(SQL`
    select agent_id, agency_tier from agent_status where agent_id = any(${agentIds}::uuid[])`)
  return new Map(rows.map(({ agent_id, agency_tier }) => [agent_id, agency_tier]))
}

/**
 * Recomputes the scores of these agents with their current tiers, in the transaction that changed them. All other facts
 * stay, so that a lower tier is a lower score; the job updates them next.
 */
export async function refreshTrust(db: Queryable, agentIds: readonly string[], now: Date): Promise<void> {
  if (agentIds.length === 0) return
  const tiers = await lockTrust(db, agentIds)
  const stored = await db.many<StoredFacts & { agent_id: string }>(SQL`
    select agent_id, met, peer_halves from agent_trust
    where agent_id = any(${agentIds}::uuid[]) and score is not null`)
  const scored = stored.map(facts => scoreOf(facts, tiers.get(facts.agent_id) ?? 1))
  await db.many(SQL`
    update agent_trust t set score = s.tenths / 10.0, met = s.met, due_at = least(t.due_at, ${now})
    from unnest(${scored.map(({ agent_id }) => agent_id)}::uuid[], ${scored.map(({ tenths }) => tenths)}::int[],
      ${scored.map(({ met }) => met)}::smallint[]) s (agent_id, tenths, met)
    where t.agent_id = s.agent_id`)
}

const scoreOf = (facts: StoredFacts & { agent_id: string }, tier: number) => ({
  agent_id: facts.agent_id,
  tenths: trustTenths(facts, tier),
  met: metAt(facts, tier),
})

const A_DAY_MS = 86_400_000

/** A claim that was not written is due again after this time. */
const CLAIM_MS = 300_000

/** Whether anything is due, or was scheduled by a wrong clock. */
export const isTrustDue = (now: Date): SQLStatement =>
  SQL`(exists (select from agent_trust where due_at <= ${now})
    or exists (select from agent_trust where due_at > ${new Date(now.getTime() + A_DAY_MS)}))`

/**
 * Claims due agents, longest overdue first. Times far in the future were written by a wrong clock. They are due again
 * immediately if a fact changes, even before the result is written.
 */
export async function claimDueTrust(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const ahead = new Date(now.getTime() + A_DAY_MS)
  const rows = await db.many<{ agent_id: string }>(SQL`
    with due as (
      select agent_id from agent_trust where agent_id in (
        (select agent_id from agent_trust where due_at <= ${now} order by due_at limit ${limit})
        union all (select agent_id from agent_trust where due_at > ${ahead} order by due_at desc limit ${limit})
        limit ${limit})
      for no key update skip locked)
    update agent_trust t set due_at = ${new Date(now.getTime() + CLAIM_MS)}
    from due d where t.agent_id = d.agent_id returning t.agent_id`)
  return rows.map(({ agent_id }) => agent_id)
}

/** Stores the facts of claimed agents, and computes their scores. Call it in a transaction. */
export async function writeTrust(db: Queryable, found: readonly FoundTrust[]): Promise<void> {
  const tiers = await lockTrust(
    db,
    found.map(({ agent_id }) => agent_id),
  )
  const rows = found.map(({ backers, is_computable, due_at, ...facts }) => {
    const { agent_id, tenths, met } = scoreOf(facts, tiers.get(facts.agent_id) ?? 1)
    return { agent_id, tenths: is_computable ? tenths : null, met, peer_halves: facts.peer_halves, backers, due_at }
  })
  await db.many(SQL`
    update agent_trust t set score = s.tenths / 10.0, met = s.met, peer_halves = s.peer_halves, backers = s.backers,
      due_at = case when t.due_at = '-infinity' then t.due_at else s.due_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) s (agent_id uuid, tenths int, met smallint, peer_halves smallint,
      backers uuid[], due_at timestamptz)
    where t.agent_id = s.agent_id`)
}
