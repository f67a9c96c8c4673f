import { z } from 'zod'
import type { OfferRow } from '../../storage/offers/offer-rows.ts'
import { impliedBy, omitted, omittedIfUsual, omittedInItems } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { presence, presentPresence } from '../presence/presence.ts'
import { trustScore } from '../trust/trust-score.ts'
import { type MatchQuery, matchReason, reasonsOf } from './match-reasons.ts'
import { offerEvidence, presentEvidence } from './offer-evidence.ts'
import { pricing } from './pricing.ts'
import { reviewFigures } from './review-figures.ts'
import { servicePublicView } from './service-public-view.ts'

const component = z.number().min(0).max(1)

const contract = z.object({
  capability_schema: z.looseObject({}).nullable().describe('JSON Schema of data'),
  output_schema: omittedInItems(z.looseObject({}).nullable()),
  input_modes: z.array(z.string()),
  output_modes: z.array(z.string()),
  sla_tier: z.enum(['sync', 'async_hours', 'async_days']),
  max_duration_seconds: z.int(),
  skill_id: omitted(z.string()),
  protocol: omitted(z.literal('a2a/1.0')),
  contract_hash: omittedInItems(z.string().describe('sha256 over the RFC 8785 form of the rest')),
})

const claims = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  provider: z.object({ organization: z.string(), url: z.string() }).nullable(),
  skill: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    examples: z.array(z.string()),
  }),
  fetched_at: timestamp,
})

/** One revision of an offer (OFFER-10 to OFFER-15). */
export const offerRevision = z
  .object({
    offer_revision_id: uuid,
    service_id: uuid,
    revision: omittedInItems(z.int().min(1)),
    status: omittedIfUsual('current', z.enum(['current', 'superseded', 'ineligible'])),
    service: authored(servicePublicView),
    visibility: omittedIfUsual('public', z.enum(['public', 'gated'])),
    provider: z.object({
      agent_id: uuid,
      handle: z.string(),
      name: authored(z.string()),
      agency_tier: z.int(),
      trust_score: trustScore,
      presence,
    }),
    pricing: impliedBy('service', pricing),
    contract: authored(contract),
    provider_card_claims: authored(claims.describe('not verified')),
    evidence: offerEvidence,
    score: omittedInItems(
      z.object({
        total: component,
        components: z.object({
          relevance: component,
          reliability: component,
          responsiveness: component,
          trust: component,
          freshness: component,
        }),
      }),
    ),
    reviews: reviewFigures,
    match_reasons: z.array(matchReason),
    availability: z.object({ available: z.boolean(), health_valid_until: omitted(timestamp.nullable()) }),
    created_at: omittedInItems(timestamp),
    superseded_at: timestamp.nullable(),
  })
  .meta({ shownBy: 'get_service_offer' })
  .register(COMPONENTS, { id: 'OfferRevision' })

/** `sought`: the search that found it. */
export function presentOffer(row: OfferRow, sought: MatchQuery): z.input<typeof offerRevision> {
  const { pricing_model: model, amount, currency, limit_per_cycle, cycle, relevance, reliability } = row
  const { responsiveness, trust, freshness } = row
  const price = { model, amount, currency, limit_per_cycle, cycle }
  const terms = { ...JSON.parse(row.contract), contract_hash: row.contract_hash } as z.input<typeof contract>
  return {
    offer_revision_id: row.id,
    service_id: row.service_id,
    revision: row.revision,
    status: row.status,
    service: {
      id: row.service_id,
      handle: row.handle,
      name: row.name,
      description: row.description,
      category: row.category,
      sla_tier: terms.sla_tier,
      invocation_modes: ['aui_task'],
      quality: row.quality,
      pricing: price,
    },
    visibility: row.visibility,
    provider: {
      agent_id: row.provider_id,
      handle: row.provider_handle,
      name: row.provider_name,
      agency_tier: row.agency_tier,
      trust_score: row.trust_score,
      presence: presentPresence(row.presence, sought.now),
    },
    pricing: price,
    contract: terms,
    provider_card_claims: JSON.parse(row.claims),
    evidence: presentEvidence(row),
    score: { total: row.total, components: { relevance, reliability, responsiveness, trust, freshness } },
    reviews: row.reviews,
    match_reasons: reasonsOf(row, sought),
    availability: { available: row.status === 'current', health_valid_until: row.evidence_valid_until },
    created_at: row.created_at,
    superseded_at: row.superseded_at,
  }
}
