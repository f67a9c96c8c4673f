import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { OfferPricing } from '../offers/new-revisions.ts'
import type { EntitlementScope } from './rights.ts'

/** An entitlement for those who may use it. */
export interface EntitlementRow extends Pick<OfferPricing, 'pricing_model' | 'cycle' | 'limit_per_cycle'> {
  id: string
  service_id: string
  /** The current offer; `null`: it is hidden from the viewer. */
  service_handle: string | null
  service_name: string | null
  /** `null`: an agent that the viewer may not know of. */
  provider: { agent_id: string; handle: string; name: string } | null
  offer_revision_id: string
  acquirer_id: string
  scope: EntitlementScope
  used_in_cycle: number
  restricted_agent_ids: string[]
  order_id: string | null
  payment_reference: string | null
  expires_at: string | null
  revoked_at: string | null
  created_at: string
}

const entitlements = (viewer: string, now: Date): SQLStatement => SQL`
  select e.id, e.service_id, o.handle as service_handle, o.name as service_name,
    (select jsonb_build_object('agent_id', a.id, 'handle', a.handle, 'name', a.name)
      from agents_visible_to(${viewer}) a where a.id = s.owner_agent_id) as provider,
    e.offer_revision_id, e.acquirer_id, e.scope, e.pricing_model, e.cycle, e.limit_per_cycle,
    used_since(c, cycle_start(e.cycle, ${now})) as used_in_cycle, e.restricted_agent_ids, e.order_id,
    e.payment_reference, e.expires_at, e.revoked_at, e.created_at
  from entitlement_consumed_by(${viewer}) e
  join service_allowance c on c.id = e.allowance_id
  join service s on s.id = e.service_id
  left join lateral (select o.handle, o.name from offers_visible_to(${viewer}) o where o.id = s.offer_revision_id) o on true`

/** One that the viewer may use, or could while it was valid. */
export const findEntitlement = (
  db: Queryable,
  { viewer, id, now }: { viewer: string; id: string; now: Date },
): Promise<EntitlementRow | undefined> =>
  db.maybeOne<EntitlementRow>(entitlements(viewer, now).append(SQL` where e.id = ${id}`))

export interface EntitlementQuery {
  viewer: string
  service_id: string | null
  /** Excludes those that are revoked, expired or used up. */
  isLive: boolean
  before: string
  limit: number
  now: Date
}

/** Newest first. */
export const findEntitlements = (
  db: Queryable,
  { viewer, service_id, isLive, before, limit, now }: EntitlementQuery,
): Promise<EntitlementRow[]> =>
  db.many<EntitlementRow>(
    entitlements(viewer, now).append(SQL`
  where e.id < ${before} and (${service_id}::uuid is null or e.service_id = ${service_id}::uuid)
    and (not ${isLive} or (e.revoked_at is null and (e.expires_at is null or e.expires_at > ${now})
      and (e.limit_per_cycle is null or used_since(c, cycle_start(e.cycle, ${now})) < e.limit_per_cycle)))
  order by e.id desc limit ${limit}`),
  )

/** The holder of an entitlement; locked until the transaction ends. */
export const lockAcquirer = (
  db: Queryable,
  id: string,
): Promise<{ acquirer_id: string; service_id: string; revoked_at: string | null } | undefined> =>
  db.maybeOne(SQL`
    select acquirer_id, service_id, revoked_at from entitlement where id = ${id} for no key update`)

/** The caller has locked it, and knows that it is not revoked. */
export async function revokeEntitlementRow(
  db: Queryable,
  { id, revoked_by, revoked_at }: { id: string; revoked_by: 'acquirer' | 'operator'; revoked_at: Date },
): Promise<void> {
  await db.many(SQL`update entitlement set revoked_at = ${revoked_at}, revoked_by = ${revoked_by} where id = ${id}`)
}

/** The owner of an agent, and which of these agents have another one, or none. */
export const findAccount = (
  db: Queryable,
  agentId: string,
  agentIds: readonly string[],
): Promise<{ owner_id: string | null; unknown: string[] }> =>
  db.one(SQL`
    select g.owner_id, array(select i.id from unnest(${agentIds}::uuid[]) i (id)
      where not exists (select from agent a where a.id = i.id and a.owner_id = g.owner_id)) as unknown
    from agent g where g.id = ${agentId}`)
