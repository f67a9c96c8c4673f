import { z } from 'zod'
import { findBindings } from '../../storage/endpoints/bindings.ts'
import { findOfferRows } from '../../storage/offers/offer-rows.ts'
import { countVerifiedOffers, findVerifiedOffers } from '../../storage/offers/verified-services.ts'
import { ANONYMOUS } from '../core/agent-status/anonymous.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { presentOffer } from '../offers/offer-schema.ts'
import { signEvidence } from './evidence-record.ts'

/** Services on one page of the catalogue, and the number of pages that it may have. */
export const CATALOGUE_PAGE = 100
export const CATALOGUE_PAGES = 100

const claimed = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  examples: z.array(z.string()),
})

export const listVerifiedServices = definePageQuery({
  name: 'list_verified_services',
  description: 'For the catalogue: public services whose providers passed their checks lately, with signed evidence.',
  input: z.object({ page: z.int().min(1).max(CATALOGUE_PAGES).describe('counted from 1').default(1) }),
  output: z.object({
    services: z.array(
      z.object({
        service_id: uuid,
        offer_revision_id: uuid,
        revision: z.int(),
        name: authored(z.string()),
        description: authored(z.string()),
        provider: z.object({ agent_id: uuid, handle: z.string(), name: authored(z.string()) }),
        skill: authored(claimed.describe('not verified')),
        input_modes: z.array(z.string()),
        output_modes: z.array(z.string()),
        evidence: z.string().describe('compact JWS'),
        verified_at: timestamp,
        evidence_valid_until: timestamp,
      }),
    ),
    pages: z.int().describe('how many there are'),
  }),
  problems: [],
  async handler({ page }, context) {
    const { db, now, settings } = context
    if (!(await settings())['agent_services.marketplace_enabled']) return { services: [], pages: 0 }
    const count = await countVerifiedOffers(db, { now, most: CATALOGUE_PAGE * CATALOGUE_PAGES })
    const ids = await findVerifiedOffers(db, { now, offset: (page - 1) * CATALOGUE_PAGE, limit: CATALOGUE_PAGE })
    const rows = await findOfferRows(db, { viewer: ANONYMOUS.agent_id, ids, now, ranked: null, of: 'discoverable' })
    const services = rows.map(({ service_id }) => service_id)
    const bindings = new Map((await findBindings(db, services, now)).map(one => [one.service_id, one]))
    const found = rows.map(async row => {
      const binding = bindings.get(row.service_id)
      // Withdrawn between two of these reads.
      if (!binding?.is_eligible) return []
      const { service, contract, provider_card_claims, provider, ...offer } = presentOffer(row, { now })
      const { service_id, offer_revision_id, revision } = offer
      return [
        {
          ...{ service_id, offer_revision_id, revision },
          ...{ name: service.name, description: service.description },
          provider: { agent_id: provider.agent_id, handle: provider.handle, name: provider.name },
          skill: provider_card_claims.skill,
          ...{ input_modes: contract.input_modes, output_modes: contract.output_modes },
          evidence: await signEvidence(context, binding),
          ...{ verified_at: binding.verified_at, evidence_valid_until: binding.evidence_valid_until },
        },
      ]
    })
    return { services: (await Promise.all(found)).flat(), pages: Math.ceil(count / CATALOGUE_PAGE) }
  },
})
