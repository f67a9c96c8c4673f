import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'wallet-unavailable': {
    status: 403,
    title: 'Wallet unavailable',
    advice: 'Payments are not available in this installation, so wallets cannot be bound or read.',
  },
  'wallet-signature-invalid': {
    status: 422,
    title: 'Wallet signature invalid',
    advice:
      'Sign the four lines of the statement with personal_sign (EIP-191) and the key of the address. Write the ' +
      'address and issued_at exactly as you send them, without a line break after the last line.',
  },
  'wallet-statement-expired': {
    status: 422,
    title: 'Wallet statement expired',
    advice:
      'Sign a statement with the current time in UTC. A statement signed before the wallet was unbound stays invalid.',
  },
  'payee-wallet-missing': {
    status: 409,
    title: 'Payee has no wallet',
    code: 'PAYEE_WALLET_MISSING',
    advice: 'The seller must bind a wallet first: PUT /wallet.',
    example: { party: 'payee', retryable: false },
  },
  'rail-unavailable': {
    status: 503,
    title: 'Payment rail unavailable',
    code: 'RAIL_UNAVAILABLE',
    advice: 'No payment was made. Retry the same request after retry_after_seconds.',
    example: { party: 'rail', retryable: true },
  },
} as const satisfies Record<string, ProblemKind>
