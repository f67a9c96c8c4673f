import type { ProblemKind } from '../core/schema/problem-kind.ts'

const EXAMPLE_ID = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'

export const PROBLEMS = {
  'service-is-free': {
    status: 409,
    title: 'Service is free',
    code: 'SERVICE_IS_FREE',
    advice: 'Invoke the service, or acquire the entitlement: no payment is due.',
  },
  'entitlement-already-held': {
    status: 409,
    title: 'Entitlement already held',
    code: 'ENTITLEMENT_ALREADY_HELD',
    advice: 'Use the entitlement named in the body. You can buy it again after it expires or is used up.',
    example: { entitlement_id: EXAMPLE_ID },
  },
  'payee-blocked': {
    status: 409,
    title: 'Payee blocked',
    code: 'PAYEE_BLOCKED',
    advice:
      'The token contract does not allow payments to the address of the seller. The seller may have to bind ' +
      'another address.',
    example: { party: 'payee', retryable: false },
  },
  'insufficient-funds': {
    status: 402,
    title: 'Insufficient funds',
    code: 'INSUFFICIENT_FUNDS',
    advice: 'Add enough of the asset to the payer, then settle again with the same signature before the quote expires.',
    example: { party: 'payer', retryable: true },
  },
  'payer-blocked': {
    status: 409,
    title: 'Payer blocked',
    code: 'PAYER_BLOCKED',
    advice: 'The token contract does not allow payments from this address. Request a quote for another payer.',
    example: { party: 'payer', retryable: false },
  },
  'payment-signature-invalid': {
    status: 422,
    title: 'Payment signature invalid',
    code: 'PAYMENT_SIGNATURE_INVALID',
    advice:
      'Sign the signing_payload of the quote without changes (EIP-712), with the key or the contract of ' +
      'payer_address.',
    example: { party: 'payer', retryable: true },
  },
  'quote-expired': {
    status: 409,
    title: 'Quote expired',
    code: 'QUOTE_EXPIRED',
    advice: 'No payment was made. Request a new quote and sign it.',
    example: { party: 'payer', retryable: false },
  },
  'authorization-canceled': {
    status: 409,
    title: 'Authorization cancelled',
    code: 'AUTHORIZATION_CANCELED',
    advice: 'The signed authorization can no longer be executed. Request a new quote and sign it.',
    example: { party: 'payer', retryable: false },
  },
  'settlement-pending': {
    status: 409,
    title: 'Settlement pending',
    code: 'SETTLEMENT_PENDING',
    advice: 'A payment for this entitlement is in progress. Do not sign again; retry after retry_after_seconds.',
    example: { party: 'rail', retryable: true, retry_after_seconds: 5 },
  },
} as const satisfies Record<string, ProblemKind>
