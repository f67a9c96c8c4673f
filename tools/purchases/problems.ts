import type { ProblemKind } from '../core/schema/problem-kind.ts'

const EXAMPLE_ID = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'

export const PROBLEMS = {
  'service-is-free': {
    status: 409,
    title: 'Service is free',
    code: 'SERVICE_IS_FREE',
    advice: 'Invoke it, or acquire the right: nothing is to be paid.',
  },
  'entitlement-already-held': {
    status: 409,
    title: 'Entitlement already held',
    code: 'ENTITLEMENT_ALREADY_HELD',
    advice: 'Use the right that the body names. It can be bought again once it has expired or is used up.',
    example: { entitlement_id: EXAMPLE_ID },
  },
  'payee-blocked': {
    status: 409,
    title: 'Payee blocked',
    code: 'PAYEE_BLOCKED',
    advice: 'The token does not let the address of the seller be paid. Another address of the seller may do.',
    example: { party: 'payee', retryable: false },
  },
  'insufficient-funds': {
    status: 402,
    title: 'Insufficient funds',
    code: 'INSUFFICIENT_FUNDS',
    advice: 'Give the payer enough of the asset, and settle again with the same signature while the quote is live.',
    example: { party: 'payer', retryable: true },
  },
  'payer-blocked': {
    status: 409,
    title: 'Payer blocked',
    code: 'PAYER_BLOCKED',
    advice: 'The token does not let this address pay. Ask for a quote to another payer.',
    example: { party: 'payer', retryable: false },
  },
  'payment-signature-invalid': {
    status: 422,
    title: 'Payment signature invalid',
    code: 'PAYMENT_SIGNATURE_INVALID',
    advice: 'Sign the signing_payload of the quote, as it is, with the key or the contract of payer_address (EIP-712).',
    example: { party: 'payer', retryable: true },
  },
  'quote-expired': {
    status: 409,
    title: 'Quote expired',
    code: 'QUOTE_EXPIRED',
    advice: 'Nothing was paid by it. Ask for another quote, and sign that.',
    example: { party: 'payer', retryable: false },
  },
  'authorization-canceled': {
    status: 409,
    title: 'Authorization cancelled',
    code: 'AUTHORIZATION_CANCELED',
    advice: 'What was signed can no longer be carried out. Ask for another quote, and sign that.',
    example: { party: 'payer', retryable: false },
  },
  'settlement-pending': {
    status: 409,
    title: 'Settlement pending',
    code: 'SETTLEMENT_PENDING',
    advice: 'A payment for this right is under way: sign nothing more, and ask for it after retry_after_seconds.',
    example: { party: 'rail', retryable: true, retry_after_seconds: 5 },
  },
} as const satisfies Record<string, ProblemKind>
