import { defineResource } from '../resource.ts'

export const purchases = defineResource({
  refusals: {
    'bad-request': [400],
    'service-is-free': [409, 'SERVICE_IS_FREE'],
    'entitlement-already-held': [409, 'ENTITLEMENT_ALREADY_HELD'],
    'payee-blocked': [409, 'PAYEE_BLOCKED'],
    'insufficient-funds': [402, 'INSUFFICIENT_FUNDS'],
    'payer-blocked': [409, 'PAYER_BLOCKED'],
    'payment-signature-invalid': [422, 'PAYMENT_SIGNATURE_INVALID'],
    'quote-expired': [409, 'QUOTE_EXPIRED'],
    'authorization-canceled': [409, 'AUTHORIZATION_CANCELED'],
    'settlement-pending': [409, 'SETTLEMENT_PENDING'],
  },
  unmade: { payment_hash: `0x${'a'.repeat(64)}` },
})
