import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'wallet-unavailable': {
    status: 403,
    title: 'Wallet unavailable',
    advice: 'Payments are not available in this installation, so there are no wallets to bind or read.',
  },
  'wallet-signature-invalid': {
    status: 422,
    title: 'Wallet signature invalid',
    advice:
      'Sign the four lines of the statement by personal_sign (EIP-191) with the key of the address, the address and ' +
      'issued_at spelled as you send them, without an end of the last line.',
  },
  'wallet-statement-expired': {
    status: 422,
    title: 'Wallet statement expired',
    advice: 'Sign a statement with the present time in UTC. What was signed before the wallet was unbound stays void.',
  },
  'payee-wallet-missing': {
    status: 409,
    title: 'Wallet of the payee missing',
    code: 'PAYEE_WALLET_MISSING',
    advice: 'Who sells binds a wallet first: PUT /wallet.',
    example: { party: 'payee', retryable: false },
  },
  'rail-unavailable': {
    status: 503,
    title: 'Payment rail unavailable',
    code: 'RAIL_UNAVAILABLE',
    advice: 'No money was moved. Try the same again after retry_after_seconds.',
    example: { party: 'rail', retryable: true },
  },
} as const satisfies Record<string, ProblemKind>
