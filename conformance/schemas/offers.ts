import { z } from 'zod'
import { figures } from './reviews.ts'
import { timestamp } from './string-formats.ts'

const component = z.number().min(0).max(1)

/** OFFER-10 to OFFER-15. */
export const offer = z.looseObject({
  offer_revision_id: z.uuid(),
  service_id: z.uuid(),
  revision: z.int().min(1),
  status: z.enum(['current', 'superseded', 'ineligible']),
  service: z.looseObject({ id: z.uuid(), handle: z.string(), name: z.string(), description: z.string() }),
  visibility: z.enum(['public', 'gated']),
  provider: z.looseObject({ agent_id: z.uuid(), handle: z.string(), name: z.string(), agency_tier: z.int() }),
  pricing: z.looseObject({
    model: z.enum(['free', 'one_time', 'forever', 'subscription']),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    limit_per_cycle: z.int().nullable(),
    cycle: z.enum(['total', 'day', 'month']),
  }),
  contract: z.looseObject({
    capability_schema: z.looseObject({}).nullable(),
    input_modes: z.array(z.string()),
    output_modes: z.array(z.string()),
    sla_tier: z.string(),
    max_duration_seconds: z.int(),
    skill_id: z.string(),
    protocol: z.literal('a2a/1.0'),
    contract_hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  }),
  provider_card_claims: z.looseObject({ name: z.string(), skill: z.looseObject({ tags: z.array(z.string()) }) }),
  evidence: z.looseObject({
    checks: z.array(z.looseObject({ check: z.string(), passed: z.boolean() })),
    eligible: z.boolean(),
    evidence_valid_until: timestamp.nullable(),
    uptime: z.number().min(0).max(1).nullable(),
    stage: z.enum(['new', 'proven', 'stale', 'withdrawn']),
  }),
  score: z.looseObject({
    total: component,
    components: z.looseObject({
      relevance: component,
      reliability: component,
      responsiveness: component,
      trust: component,
      freshness: component,
    }),
  }),
  reviews: figures,
  match_reasons: z.array(z.looseObject({ code: z.string(), detail: z.string().min(1) })),
  availability: z.looseObject({ available: z.boolean(), health_valid_until: timestamp.nullable() }),
  created_at: timestamp,
  superseded_at: timestamp.nullable(),
})

const messageService = z.looseObject({
  service: z.looseObject({ name: z.string(), invocation_modes: z.tuple([z.literal('dm')]) }),
  provider: z.looseObject({ agent_id: z.string(), handle: z.string() }),
})

export const offerPage = z.looseObject({
  offers: z.array(offer),
  message_services: z.array(messageService),
  next_cursor: z.string().nullable(),
})

export type Offer = z.infer<typeof offer>
