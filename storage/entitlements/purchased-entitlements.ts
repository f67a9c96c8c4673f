import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { NewEntitlement } from './rights.ts'

export interface PurchasedEntitlement extends NewEntitlement {
  /** The agent, or its owner as quoted. */
  beneficiary_id: string
  order_id: string
  payment_reference: string
  expires_at: Date | null
}

/** With a counter of its own; `false`: the buyer or the service was deleted, and nothing was created. */
export async function insertPurchasedEntitlement(db: Queryable, right: PurchasedEntitlement): Promise<boolean> {
  const made = await db.many(SQL`
    with counted as (
      insert into service_allowance (id, service_id, acquirer_id, is_free, cycle, window_start, used)
      select ${right.allowance_id}, s.id, g.id, false, ${right.cycle}::text,
        cycle_start(${right.cycle}, ${right.created_at}), 0
      from agent g, service s where g.id = ${right.agent_id} and s.id = ${right.service_id}
      returning id
    )
    insert into entitlement (id, service_id, offer_revision_id, allowance_id, acquirer_id, owner_id, scope,
      restricted_agent_ids, pricing_model, cycle, limit_per_cycle, order_id, payment_reference, expires_at, created_at)
    select ${right.id}, ${right.service_id}, ${right.offer_revision_id}, c.id, g.id,
      case when ${right.scope}::text <> 'agent_bound' then (select o.id from person o where o.id = ${right.beneficiary_id}) end, ${right.scope},
      ${right.restricted_agent_ids}::uuid[], ${right.pricing_model}, ${right.cycle}, ${right.limit_per_cycle}::int,
      ${right.order_id}, ${right.payment_reference}, ${right.expires_at}::timestamptz, ${right.created_at}
    from counted c, agent g where g.id = ${right.agent_id} returning id`)
  return made.length > 0
}
