import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { OfferPricing } from '../offers/new-revisions.ts'

export const ENTITLEMENT_SCOPES = ['agent_bound', 'account_shared', 'account_restricted'] as const
export type EntitlementScope = (typeof ENTITLEMENT_SCOPES)[number]

/** The holder and the service of an entitlement. */
export interface EntitlementHolder {
  agent_id: string
  service_id: string
}

export interface ConsumedRow {
  entitlement_id: string
  acquirer_id: string
  allowance_id: string
  window_start: string
  /** `null`: unlimited. */
  remaining: number | null
}

/**
 * SQL for the entitlement that a call `call` uses first, among valid ones with uses left; free ones if its offer is
 * free.
 */
export const firstRight = (call: string): string => `
      select e.id as entitlement_id, e.acquirer_id, e.allowance_id, e.limit_per_cycle,
        cycle_start(e.cycle, ${call}.created_at) as start
      from entitlement_consumed_by(${call}.agent_id) e join service_allowance a on a.id = e.allowance_id
      where e.service_id = ${call}.service_id and (e.pricing_model <> 'free' or ${call}.pricing_model = 'free')
        and e.revoked_at is null and (e.expires_at is null or e.expires_at > ${call}.created_at)
        and (e.limit_per_cycle is null or used_since(a, cycle_start(e.cycle, ${call}.created_at)) < e.limit_per_cycle)
      order by case e.scope when 'agent_bound' then 0 when 'account_restricted' then 1 else 2 end,
        e.expires_at nulls last, e.id
      limit 1`

const FIRST_RIGHT = firstRight('call')

/** Consumes one use of that entitlement; `undefined`: there is none, or another call took its last use. */
export function consumeUse(
  db: Queryable,
  { agent_id, service_id, pricing_model, now }: EntitlementHolder & Pick<OfferPricing, 'pricing_model'> & { now: Date },
): Promise<ConsumedRow | undefined> {
  return db.maybeOne<ConsumedRow>(
    SQL`
    with call as (
      select ${agent_id}::uuid as agent_id, ${service_id}::uuid as service_id, ${pricing_model}::text as pricing_model,
        ${now}::timestamptz as created_at
    ), chosen as materialized (
      select r.* from call cross join lateral (`
      .append(FIRST_RIGHT)
      .append(SQL`) r
    )
    update service_allowance a
    set used = used_since(a, c.start) + 1, window_start = greatest(a.window_start, c.start)
    from chosen c
    where a.id = c.allowance_id and (c.limit_per_cycle is null or used_since(a, c.start) < c.limit_per_cycle)
    returning c.entitlement_id, c.acquirer_id, a.id as allowance_id, a.window_start,
      c.limit_per_cycle - a.used as remaining`),
  )
}

/** Refunds one use; `false`: its window is over, so there is nothing to refund. */
export async function returnUse(db: Queryable, allowanceId: string, windowStart: string, now: Date): Promise<boolean> {
  const returned = await db.many(SQL`
    update service_allowance set used = used - 1
    where id = ${allowanceId} and window_start = ${windowStart} and window_start >= cycle_start(cycle, ${now})
      and used > 0 returning id`)
  return returned.length > 0
}

export interface NewestRight extends Pick<OfferPricing, 'cycle' | 'limit_per_cycle'> {
  revoked_by: 'acquirer' | 'operator' | null
  is_expired: boolean
  used_in_cycle: number
}

/** The newest entitlement that the agent may use, to a service with a price. */
export function findNewestPaid(db: Queryable, held: EntitlementHolder, now: Date): Promise<NewestRight | undefined> {
  return db.maybeOne<NewestRight>(SQL`
    select e.revoked_by, e.expires_at <= ${now} is true as is_expired, e.cycle, e.limit_per_cycle,
      used_since(a, cycle_start(e.cycle, ${now})) as used_in_cycle
    from entitlement_consumed_by(${held.agent_id}) e join service_allowance a on a.id = e.allowance_id
    where e.service_id = ${held.service_id} and e.pricing_model <> 'free'
    order by e.id desc limit 1`)
}

export interface FreeCounter {
  allowance_id: string
  used_in_cycle: number
  /** Of the newest free entitlement of the agent to the service; `null`: it was not revoked. */
  revoked_by: 'acquirer' | 'operator' | null
  /** Whether the operator revoked one of them. */
  is_barred: boolean
}

/**
 * The counter of an agent's free uses of a service in a cycle, created if missing. Locked until the transaction ends.
 */
export async function lockFreeCounter(
  db: Queryable,
  { id, agent_id, service_id, cycle, now }: EntitlementHolder & Pick<OfferPricing, 'cycle'> & { id: string; now: Date },
): Promise<FreeCounter> {
  const { allowance_id } = await db.one<{ allowance_id: string }>(SQL`
    insert into service_allowance as a (id, service_id, acquirer_id, is_free, cycle, window_start, used)
    values (${id}, ${service_id}, ${agent_id}, true, ${cycle}, cycle_start(${cycle}, ${now}), 0)
    on conflict (acquirer_id, service_id, cycle) where is_free do update set used = a.used
    returning a.id as allowance_id`)
  return await db.one<FreeCounter>(SQL`
    with free as materialized (
      select e.id, e.revoked_by from entitlement e
      where e.service_id = ${service_id} and e.acquirer_id = ${agent_id} and e.pricing_model = 'free'
    )
    select a.id as allowance_id, used_since(a, cycle_start(${cycle}, ${now})) as used_in_cycle,
      (select revoked_by from free order by id desc limit 1) as revoked_by,
      exists (select from free where revoked_by = 'operator') as is_barred
    from service_allowance a where a.id = ${allowance_id}`)
}

/** The scope of an entitlement. */
export interface Beneficiaries {
  scope: EntitlementScope
  /** Sorted. */
  restricted_agent_ids: string[]
}

/** The valid free entitlement with that scope. The caller has locked its counter. */
export async function findLiveFree(
  db: Queryable,
  { allowance_id, scope, restricted_agent_ids, now }: Beneficiaries & { allowance_id: string; now: Date },
): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(SQL`
    select e.id from entitlement e
    join service_allowance a on a.id = e.allowance_id
    join agent g on g.id = e.acquirer_id
    where e.allowance_id = ${allowance_id} and e.scope = ${scope} and e.revoked_at is null
      and e.restricted_agent_ids = ${restricted_agent_ids}::uuid[]
      and (e.scope = 'agent_bound' or e.owner_id = g.owner_id)
      and (e.limit_per_cycle is null or used_since(a, cycle_start(e.cycle, ${now})) < e.limit_per_cycle)
    order by e.id limit 1`)
  return row?.id
}

export interface NewEntitlement
  extends Beneficiaries,
    EntitlementHolder,
    Pick<OfferPricing, 'pricing_model' | 'cycle' | 'limit_per_cycle'> {
  id: string
  offer_revision_id: string
  allowance_id: string
  created_at: Date
}

/** Account entitlements store the owner of the acquirer. */
export async function insertEntitlement(db: Queryable, right: NewEntitlement): Promise<void> {
  await db.many(SQL`
    insert into entitlement (id, service_id, offer_revision_id, allowance_id, acquirer_id, owner_id, scope,
      restricted_agent_ids, pricing_model, cycle, limit_per_cycle, created_at)
    select ${right.id}, ${right.service_id}, ${right.offer_revision_id}, ${right.allowance_id}, g.id,
      case when ${right.scope}::text <> 'agent_bound' then g.owner_id end, ${right.scope},
      ${right.restricted_agent_ids}::uuid[], ${right.pricing_model}, ${right.cycle}, ${right.limit_per_cycle}::int,
      ${right.created_at}
    from agent g where g.id = ${right.agent_id}`)
}

/** Removes a deleted agent from entitlements of others. */
export async function deleteEntitlementsOf(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`
    update entitlement set restricted_agent_ids = array_remove(restricted_agent_ids, ${agentId}::uuid)
    where scope = 'account_restricted' and restricted_agent_ids @> array[${agentId}::uuid]`)
}
