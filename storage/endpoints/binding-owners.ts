import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** `false`: the agent has another key now. Locks the key until the transaction ends. */
export async function lockKeyVersion(db: Queryable, agentId: string, keyVersion: number, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from agent_status where agent_id = ${agentId} and key_version = ${keyVersion}
      and (key_ends_at > ${now}) is not false
    for share`)
  return row !== undefined
}

/** How often the agent bound a different card to any of its services since then. */
export async function countNewBindings(db: Queryable, agentId: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(SQL`
    select count(*)::int as count from service s join service_endpoint_revision r on r.service_id = s.id
    where s.owner_agent_id = ${agentId} and r.status = 'verified' and r.bound_at > ${since}`)
  return count
}

/** Whether a service is public. */
export async function isServiceOpen(db: Queryable, serviceId: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`select 1 from service_open() s where s.id = ${serviceId}`)
  return row !== undefined
}
