import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface ScheduledDeletion {
  agent_id: string
  requested_at: string
  deletes_at: string
}

export function findScheduledDeletion(db: Queryable, agentId: string): Promise<ScheduledDeletion | undefined> {
  return db.maybeOne<ScheduledDeletion>(
    SQL`select agent_id, requested_at, deletes_at from agent_deletion where agent_id = ${agentId}`,
  )
}

/** For an agent whose status row the transaction has locked. */
export async function insertScheduledDeletion(
  db: Queryable,
  { agent_id, requested_at, deletes_at }: { agent_id: string; requested_at: Date; deletes_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into agent_deletion (agent_id, requested_at, deletes_at) values (${agent_id}, ${requested_at}, ${deletes_at})`)
}

/** Whether there was one. */
export async function removeScheduledDeletion(db: Queryable, agentId: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`delete from agent_deletion where agent_id = ${agentId} returning agent_id`)
  return row !== undefined
}

export async function findDueDeletions(db: Queryable, now: Date, limit: number): Promise<{ agent_id: string }[]> {
  return await db.many<{ agent_id: string }>(
    SQL`select agent_id from agent_deletion where deletes_at <= ${now} order by deletes_at, agent_id limit ${limit}`,
  )
}

/** An entitlement that others paid for and can still use. */
export interface SoldEntitlement {
  entitlement_id: string
  service_id: string
  acquirer_id: string
}

export function listSoldEntitlements(db: Queryable, agentId: string, now: Date): Promise<SoldEntitlement[]> {
  return db.many<SoldEntitlement>(SQL`
    select e.id as entitlement_id, e.service_id, e.acquirer_id
    from service s join entitlement e on e.service_id = s.id join service_allowance a on a.id = e.allowance_id
    where s.owner_agent_id = ${agentId} and e.acquirer_id <> ${agentId} and e.pricing_model <> 'free'
      and e.revoked_at is null and (e.expires_at is null or e.expires_at > ${now})
      and (e.cycle <> 'total' or e.limit_per_cycle is null
        or used_since(a, cycle_start(e.cycle, ${now})) < e.limit_per_cycle)
    order by e.id`)
}
