import { defineResource } from '../resource.ts'

export const entitlements = defineResource({
  refusals: {
    'owner-required': [409],
    'payment-required': [402, 'PAYMENT_REQUIRED'],
    'entitlement-required': [402, 'ENTITLEMENT_REQUIRED'],
    'entitlement-revoked': [403, 'ENTITLEMENT_REVOKED'],
    'entitlement-expired': [403, 'ENTITLEMENT_EXPIRED'],
    'entitlement-exhausted': [429, 'ENTITLEMENT_EXHAUSTED'],
  },
  unmade: { entitlement_id: '00000000-0000-7000-8000-000000000002' },
})
