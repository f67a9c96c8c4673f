import { Problem, type ProblemSlug } from '../core/problems/problem.ts'
import { railUnavailable } from '../wallet/wallet-schema.ts'
import { pendingOutcome } from './pending-outcome.ts'

interface FailureKind {
  slug: ProblemSlug
  party: 'payer' | 'payee' | 'rail'
  /** With the same signature. */
  retryable: boolean
  detail: string
}

/** Reasons why no money moved. */
export const FAILURES = {
  INSUFFICIENT_FUNDS: {
    slug: 'insufficient-funds',
    party: 'payer',
    retryable: true,
    detail: "The payer's balance of the asset is less than the price.",
  },
  PAYER_BLOCKED: {
    slug: 'payer-blocked',
    party: 'payer',
    retryable: false,
    detail: 'The token contract does not allow payments by the payer.',
  },
  PAYEE_BLOCKED: {
    slug: 'payee-blocked',
    party: 'payee',
    retryable: false,
    detail: "The token contract does not allow payments to the seller's address.",
  },
  PAYEE_WALLET_MISSING: {
    slug: 'payee-wallet-missing',
    party: 'payee',
    retryable: false,
    detail: 'The seller has no wallet that can receive this payment.',
  },
  RAIL_UNAVAILABLE: {
    slug: 'rail-unavailable',
    party: 'rail',
    retryable: true,
    detail: 'The payment chain is currently not reachable.',
  },
  SETTLEMENT_PENDING: {
    slug: 'settlement-pending',
    party: 'rail',
    retryable: true,
    detail: 'A payment for this entitlement is in progress.',
  },
  PAYMENT_SIGNATURE_INVALID: {
    slug: 'payment-signature-invalid',
    party: 'payer',
    retryable: true,
    detail: "This is not the payer's signature of the quote's signing payload.",
  },
  QUOTE_EXPIRED: {
    slug: 'quote-expired',
    party: 'payer',
    retryable: false,
    detail: 'This quote can no longer be settled. Request a new one.',
  },
  AUTHORIZATION_CANCELED: {
    slug: 'authorization-canceled',
    party: 'payer',
    retryable: false,
    detail: 'The payer cancelled the signed authorization on the chain, or used its nonce for another transfer.',
  },
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof FAILURES

/** The codes, as stored. */
export const FAILURE_CODES = Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]

/** The problems that `purchaseRefusal` returns. */
export const failureProblems = [
  ...(['insufficient-funds', 'payer-blocked', 'payee-blocked', 'payee-wallet-missing', 'rail-unavailable'] as const),
  ...(['settlement-pending', 'payment-signature-invalid', 'quote-expired', 'authorization-canceled'] as const),
] as const

export function purchaseRefusal(code: FailureCode): Problem {
  if (code === 'RAIL_UNAVAILABLE') return railUnavailable()
  if (code === 'SETTLEMENT_PENDING') return pendingOutcome()
  const { slug, party, retryable, detail } = FAILURES[code]
  return new Problem(slug, detail, { party, retryable })
}

/** Problems that the buyer can fix; the rest is up to the seller. */
const BUYERS: readonly ProblemSlug[] = ['entitlement-already-held', 'owner-required', 'validation-error']

/**
 * Rejects a purchase that is no longer sold as quoted, with the responsible party and whether the same signature may
 * work later.
 */
export function refusePurchase(refused: unknown): never {
  if (!(refused instanceof Problem) || 'party' in refused.members) throw refused
  const { slug, message, members } = refused
  // The same problem for every action (BLOCK-36).
  if (slug === 'interaction-not-allowed') throw refused
  const party = BUYERS.includes(slug) ? 'payer' : 'payee'
  throw new Problem(slug, message, { ...members, party, retryable: slug === 'service-unavailable-now' })
}

/** As a purchase reports it. */
export function presentFailure(code: string | null) {
  if (code === null) return null
  const { party, retryable, detail } = FAILURES[code as FailureCode]
  return { code: code as FailureCode, party, retryable, detail }
}
