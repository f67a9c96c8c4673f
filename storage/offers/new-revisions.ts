import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Cycle, PricingModel, SlaTier } from '../services/service-rows.ts'

export interface OfferPricing {
  pricing_model: PricingModel
  /** A decimal. */
  amount: string | null
  currency: string | null
  limit_per_cycle: number | null
  cycle: Cycle
}

/** The content of an offer, in addition to its contract. */
export interface OfferTerms extends OfferPricing {
  handle: string
  name: string
  description: string
  category: string | null
  visibility: 'public' | 'gated'
}

/** A service that may be offered: active, with a verified binding. */
export interface ServiceToOffer extends OfferTerms {
  service_id: string
  owner_agent_id: string
  owner_handle: string
  sla_tier: SlaTier
  /** JSON text, with members in the order of a form. */
  capability_schema: string | null
  output_schema: string | null
  binding_revision: number
  skill_id: string
  /** JSON text: the signed canonical payload. */
  card: string
  card_sha256: string
  bound_at: string
  /** When the revision was created that many revisions ago. */
  offered_before: string | null
  current: CurrentRevision | null
}

/** The current revision. */
export interface CurrentRevision extends OfferTerms {
  id: string
  contract_hash: string
  card_sha256: string
}

/** Locks the service until the transaction ends; `undefined`: it is not offered. */
export async function lockServiceToOffer(
  db: Queryable,
  serviceId: string,
  before: number,
): Promise<ServiceToOffer | undefined> {
  await db.many(SQL`select 1 from service where id = ${serviceId} for no key update`)
  return await db.maybeOne<ServiceToOffer>(SQL`
    select s.id as service_id, s.owner_agent_id, a.handle as owner_handle, s.handle, s.name, s.description, s.category,
      coalesce(s.visibility, 'public') as visibility, s.sla_tier, s.capability_schema, s.output_schema,
      s.pricing_model, s.amount::text as amount, s.currency, s.limit_per_cycle, s.cycle,
      b.binding_revision, b.skill_id, b.card, b.card_sha256, b.bound_at,
      (select r.created_at from offer_revision r where r.service_id = s.id
        order by r.revision desc offset ${before - 1} limit 1) as offered_before,
      case when o.id is not null then jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name,
        'description', o.description, 'category', o.category, 'visibility', o.visibility,
        'pricing_model', o.pricing_model, 'amount', o.amount::text, 'currency', o.currency,
        'limit_per_cycle', o.limit_per_cycle, 'cycle', o.cycle, 'contract_hash', o.contract_hash,
        'card_sha256', ob.card_sha256) end as current
    from service s
    join agent a on a.id = s.owner_agent_id
    join service_endpoint e on e.service_id = s.id
    join service_endpoint_revision b on b.service_id = s.id and b.binding_revision = e.verified_revision
    left join offer_revision o on o.id = s.offer_revision_id
    left join service_endpoint_revision ob on ob.service_id = s.id and ob.binding_revision = o.binding_revision
    where s.id = ${serviceId} and s.status = 'active' and s.invocation_mode = 'aui_task'`)
}

export interface NewRevision extends OfferTerms {
  id: string
  service_id: string
  binding_revision: number
  /** JSON text, like the claims. */
  contract: string
  contract_hash: string
  claims: string
  tags: string[]
  input_modes: string[]
  output_modes: string[]
  /** Texts of tsvectors, by weight. */
  words: { called: string; described: string; claimed: string }
  created_at: Date
}

/** Makes the revision current in place of the previous one. The caller has locked the service. */
export async function insertOfferRevision(db: Queryable, revision: NewRevision): Promise<void> {
  const { id, service_id, words, created_at } = revision
  await db.many(SQL`
    with superseded as (
      update offer_revision set superseded_at = ${created_at}
      where service_id = ${service_id} and superseded_at is null
    ), minted as (
      insert into offer_revision (id, service_id, revision, binding_revision, handle, name, description, category,
        visibility, pricing_model, amount, currency, limit_per_cycle, cycle, contract, contract_hash, claims, tags,
        input_modes, output_modes, search_words, merit, created_at)
      values (${id}, ${service_id},
        (select coalesce(max(o.revision), 0) + 1 from offer_revision o where o.service_id = ${service_id}),
        ${revision.binding_revision}, ${revision.handle}, ${revision.name}, ${revision.description},
        ${revision.category}, ${revision.visibility}, ${revision.pricing_model}, ${revision.amount}::numeric,
        ${revision.currency}, ${revision.limit_per_cycle}, ${revision.cycle}, ${revision.contract},
        ${revision.contract_hash}, ${revision.claims}, ${revision.tags}::text[], ${revision.input_modes}::text[],
        ${revision.output_modes}::text[],
        setweight(${words.called}::tsvector, 'A') || setweight(${words.described}::tsvector, 'B')
          || setweight(${words.claimed}::tsvector, 'C'),
        (select offer_merit(s.quality, t.score)
          from service s join agent_trust t on t.agent_id = s.owner_agent_id where s.id = ${service_id}),
        ${created_at})
    ), untold as (
      insert into offer_superseding (service_id, offer_revision_id, superseded_by)
      select s.id, s.offer_revision_id, ${id} from service s where s.id = ${service_id} and s.offer_revision_id is not null
      on conflict (service_id) do update set superseded_by = excluded.superseded_by, notified_through = null
    )
    update service set offer_revision_id = ${id} where id = ${service_id}`)
}
