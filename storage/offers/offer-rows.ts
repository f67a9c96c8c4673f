import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type PresenceFacts, presenceOf } from '../presence/presence-rows.ts'
import type { ReviewFigures } from '../reviews/review-rows.ts'
import type { OfferPricing } from './new-revisions.ts'

/** A revision for its reader. */
export interface OfferRow extends OfferPricing {
  id: string
  service_id: string
  revision: number
  status: 'current' | 'superseded' | 'ineligible'
  handle: string
  name: string
  description: string
  category: string | null
  visibility: 'public' | 'gated'
  quality: Record<string, unknown>
  provider_id: string
  provider_handle: string
  provider_name: string
  agency_tier: number
  /** Null: not computed. */
  trust_score: number | null
  presence: PresenceFacts | null
  is_followed: boolean
  /** JSON text, like the claims. */
  contract: string
  contract_hash: string
  claims: string
  card_sha256: string
  /** Results of the checks; for a superseded revision, those at the start of its binding. */
  evidence: { checks: object[]; latency_ms: number | null }
  evidence_valid_until: string | null
  verified_at: string | null
  uptime: number | null
  stage: 'new' | 'proven' | 'stale' | 'withdrawn'
  reliability: number
  responsiveness: number
  trust: number
  freshness: number
  relevance: number
  total: number
  reviews: ReviewFigures
  created_at: string
  superseded_at: string | null
}

export interface OfferQuery {
  viewer: string
  ids: readonly string[]
  now: Date
  /** The text of a tsquery for relevance; `null`: no search. */
  ranked: string | null
  /** Those recommended to the viewer, or all that it may see. */
  of: 'discoverable' | 'visible'
}

/** In the order of the ids; offset 0: each is looked up by its id. */
export function findOfferRows(db: Queryable, { viewer, ids, now, ranked, of }: OfferQuery): Promise<OfferRow[]> {
  const seen = of === 'visible' ? SQL`offers_visible_to(${viewer}) o` : SQL`offers_discoverable_to(${viewer}, ${now}) o`
  return db.many<OfferRow>(
    SQL`
    select o.id, o.service_id, o.revision, o.handle, o.name, o.description, o.category, o.visibility, o.pricing_model,
      o.amount::text as amount, o.currency, o.limit_per_cycle, o.cycle, s.quality, a.id as provider_id,
      a.handle as provider_handle, a.name as provider_name, t.agency_tier, u.score::float8 as trust_score, `
      .append(presenceOf('a', 'i.viewer'))
      .append(SQL` as presence,
      exists (select from follow f where f.follower_id = ${viewer} and f.followed_id = a.id) as is_followed,
      case when o.superseded_at is not null then 'superseded'
        when s.status = 'active' and may_act(t.status) and endpoint_is_eligible(s.id, ${now}) then 'current'
        else 'ineligible' end as status,
      review_figures(s.id) as reviews, o.contract, o.contract_hash, o.claims, b.card_sha256,
      case when o.superseded_at is null then e.evidence else b.evidence end as evidence,
      case when o.superseded_at is null then e.evidence_valid_until end as evidence_valid_until,
      case when o.superseded_at is null then e.verified_at else b.bound_at end as verified_at,
      endpoint_uptime(s.id, ${now}) as uptime, endpoint_stage(s.id, ${now}) as stage,
      offer_reliability(s.quality)::float8 as reliability, offer_responsiveness(s.quality)::float8 as responsiveness,
      offer_trust(u.score)::float8 as trust, r.freshness::float8 as freshness, r.relevance::float8 as relevance,
      offer_total(offer_merit(s.quality, u.score), r.relevance, r.freshness)::float8 as total,
      o.created_at, o.superseded_at
    from (select u.*, ${viewer}::uuid as viewer from unnest(${ids}::uuid[]) with ordinality u (id, ordinal)) i
    cross join lateral (select o.* from `)
      .append(seen)
      .append(SQL` where o.id = i.id offset 0) o
    join service s on s.id = o.service_id
    join agent a on a.id = s.owner_agent_id
    join agent_status t on t.agent_id = a.id
    join agent_trust u on u.agent_id = a.id
    join service_endpoint e on e.service_id = s.id
    join service_endpoint_revision b on b.service_id = s.id and b.binding_revision = o.binding_revision
    cross join lateral (
      select case when ${ranked}::text is null then 0 else offer_relevance(o.search_words, ${ranked}::tsquery) end
          as relevance,
        case when o.superseded_at is null then offer_freshness(e.evidence_valid_until, ${now}) else 0 end as freshness
      ) r
    order by i.ordinal`),
  )
}
