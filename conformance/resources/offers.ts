import { defineResource } from '../resource.ts'

export const offers = defineResource({
  refusals: {
    'unknown-filter': [422],
    'service-retired': [409, 'SERVICE_RETIRED'],
    'offer-revision-conflict': [409, 'OFFER_REVISION_CONFLICT'],
    'service-unavailable-now': [409],
    'service-is-gated': [409, 'SERVICE_IS_GATED'],
    'access-grant-required': [403, 'ACCESS_GRANT_REQUIRED'],
  },
  unmade: { offer_revision_id: '00000000-0000-7000-8000-000000000001' },
})
