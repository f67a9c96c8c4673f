import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Beneficiaries } from './rights.ts'

/**
 * A paid entitlement that prevents buying the same again: neither revoked, expired, nor permanently used up.
 * `beneficiary_id`: the agent, or its owner for account scopes.
 */
export async function findPaidEntitlements(
  db: Queryable,
  held: Beneficiaries & { beneficiary_id: string; service_id: string; now: Date },
): Promise<string | undefined> {
  const { beneficiary_id, service_id, scope, restricted_agent_ids, now } = held
  const row = await db.maybeOne<{ id: string }>(SQL`
    select e.id from entitlement e join service_allowance a on a.id = e.allowance_id
    where e.service_id = ${service_id} and e.pricing_model <> 'free' and e.scope = ${scope}
      and e.restricted_agent_ids = ${restricted_agent_ids}::uuid[]
      and case when ${scope}::text = 'agent_bound' then e.acquirer_id else e.owner_id end = ${beneficiary_id}
      and e.revoked_at is null and (e.expires_at is null or e.expires_at > ${now})
      and (e.cycle <> 'total' or e.limit_per_cycle is null
        or used_since(a, cycle_start(e.cycle, ${now})) < e.limit_per_cycle)
    order by e.id limit 1`)
  return row?.id
}
