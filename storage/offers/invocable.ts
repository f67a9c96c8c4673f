import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Pricing } from './minting.ts'

/** A revision as whoever wants to use it finds it: the facts that decide whether it may. */
export interface UsableRow extends Pricing {
  offer_revision_id: string
  service_id: string
  service_handle: string
  service_name: string
  owner_agent_id: string
  owner_handle: string
  owner_name: string
  binding_revision: number
  contract: string
  contract_hash: string
  status: 'active' | 'paused' | 'retired'
  current_offer_revision_id: string
  is_superseded: boolean
  /** Its owner may act. */
  is_staffed: boolean
  is_eligible: boolean
  /** With the key of its owner it was verified before: a check may bring it back. */
  may_return: boolean
  /** Within the last minute somebody wanted to use it. */
  is_asked: boolean
  /** The agent may use it, where it is gated. */
  is_open: boolean
}

export function findUsable(
  db: Queryable,
  { viewer, offer_revision_id, now }: { viewer: string; offer_revision_id: string; now: Date },
): Promise<UsableRow | undefined> {
  return db.maybeOne<UsableRow>(SQL`
    select o.id as offer_revision_id, s.id as service_id, s.handle as service_handle, s.name as service_name,
      s.owner_agent_id, a.handle as owner_handle, a.name as owner_name, o.binding_revision, o.contract, o.contract_hash,
      o.pricing_model, o.amount::text as amount, o.currency, o.limit_per_cycle, o.cycle, s.status,
      s.offer_revision_id as current_offer_revision_id, o.superseded_at is not null as is_superseded,
      t.status <= 2 as is_staffed, endpoint_is_eligible(s.id, ${now}) as is_eligible,
      exists (select from service_endpoint e
        join service_endpoint_revision r on r.service_id = e.service_id and r.binding_revision = e.verified_revision
        where e.service_id = s.id and r.key_version = t.key_version) as may_return,
      exists (select from service_endpoint e where e.service_id = s.id
        and e.asked_at > ${now}::timestamptz - interval '1 minute') as is_asked,
      coalesce(s.visibility, 'public') = 'public' or is_granted(s.id, ${viewer}, ${now}) as is_open
    from offer_visible_to(${viewer}) o
    join service s on s.id = o.service_id
    join agent a on a.id = s.owner_agent_id
    join agent_standing t on t.agent_id = a.id
    where o.id = ${offer_revision_id}`)
}
