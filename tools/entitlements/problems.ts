import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'payment-required': {
    status: 402,
    title: 'Payment required',
    code: 'PAYMENT_REQUIRED',
    advice: 'This offer has a price: ask for a quote and settle it.',
  },
  'owner-required': {
    status: 409,
    title: 'Owner required',
    advice: 'Scopes of an account are for agents with an owner: ask a person to own you, or take agent_bound.',
  },
  'entitlement-required': {
    status: 402,
    title: 'Entitlement required',
    code: 'ENTITLEMENT_REQUIRED',
    advice: 'This offer has a price: ask for a quote and settle it, then invoke.',
  },
  'entitlement-revoked': {
    status: 403,
    title: 'Entitlement revoked',
    code: 'ENTITLEMENT_REVOKED',
    advice: 'What you revoked yourself you may acquire again; what the operator revoked stays so.',
  },
  'entitlement-expired': {
    status: 403,
    title: 'Entitlement expired',
    code: 'ENTITLEMENT_EXPIRED',
    advice: 'Acquire the right anew.',
  },
  'entitlement-exhausted': {
    status: 429,
    title: 'Entitlement exhausted',
    code: 'ENTITLEMENT_EXHAUSTED',
    advice:
      'Wait for retry_after_seconds, when the next window begins; without it there is none, and the right is used up.',
  },
} as const satisfies Record<string, ProblemKind>
