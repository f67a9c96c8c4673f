import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { withFixedText } from '../db/row-values.ts'
import type { OfferPricing } from './new-revisions.ts'

/** The facts that decide whether a viewer may use a revision. */
export interface UsableRow extends OfferPricing {
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
  /** Whether its owner may act. */
  is_staffed: boolean
  is_eligible: boolean
  /** Whether it was verified with the current key of its owner, so that a check may restore it. */
  may_return: boolean
  /** Whether a use was requested within the last minute. */
  is_asked: boolean
  /** Whether the agent has access, if it is gated. */
  is_open: boolean
}

/** Who wants to use which revision, and when. */
export interface UsableQuery {
  viewer: string
  offer_revision_id: string
  now: Date
}

/** Parameters: viewers, the revisions, the times. */
const ofMany = withFixedText(SQL`
    select u.ordinal, o.id as offer_revision_id, s.id as service_id, s.handle as service_handle, s.name as service_name,
      s.owner_agent_id, a.handle as owner_handle, a.name as owner_name, o.binding_revision, o.contract, o.contract_hash,
      o.pricing_model, o.amount::text as amount, o.currency, o.limit_per_cycle, o.cycle, s.status,
      s.offer_revision_id as current_offer_revision_id, o.superseded_at is not null as is_superseded,
      may_act(t.status) as is_staffed, endpoint_is_eligible(s.id, u.now) as is_eligible,
      exists (select from endpoint_of_current_key(u.now) e where e.service_id = s.id) as may_return,
      exists (select from service_endpoint e where e.service_id = s.id
        and e.asked_at > u.now - interval '1 minute') as is_asked,
      coalesce(s.visibility, 'public') = 'public' or is_granted(s.id, u.viewer, u.now) as is_open
    from unnest(${'viewers'}::uuid[], ${'ids'}::uuid[], ${'times'}::text[]::timestamptz[])
      with ordinality as u (viewer, id, now, ordinal)
    cross join lateral (select o.* from offers_visible_to(u.viewer) o where o.id = u.id) o
    join service s on s.id = o.service_id
    join agent a on a.id = s.owner_agent_id
    join agent_status t on t.agent_id = a.id`)

/** `undefined`: there is no such revision that the viewer may know of. */
export const findUsables: BatchStatement<UsableQuery, UsableRow | undefined> = {
  name: 'find_usable_offers',
  max: 32,
  parallel: 2,
  async run(db, keys) {
    const columns = [
      keys.map(({ viewer }) => viewer),
      keys.map(({ offer_revision_id }) => offer_revision_id),
      keys.map(({ now }) => now.toISOString()),
    ]
    const found: (UsableRow | undefined)[] = keys.map(() => undefined)
    for (const { ordinal: position, ...row } of await db.many<UsableRow & { ordinal: number }>(ofMany(columns)))
      found[position - 1] = row
    return found
  },
}
