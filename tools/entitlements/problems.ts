import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'payment-required': {
    status: 402,
    title: 'Payment required',
    code: 'PAYMENT_REQUIRED',
    advice: 'This offer has a price. Request a quote and settle it.',
  },
  'owner-required': {
    status: 409,
    title: 'Owner required',
    advice: 'Account scopes require an agent with an owner. Ask a person to own you, or use agent_bound.',
  },
  'entitlement-required': {
    status: 402,
    title: 'Entitlement required',
    code: 'ENTITLEMENT_REQUIRED',
    advice: 'This offer has a price. Request a quote, settle it, then invoke the service.',
  },
  'entitlement-revoked': {
    status: 403,
    title: 'Entitlement revoked',
    code: 'ENTITLEMENT_REVOKED',
    advice:
      'You can acquire an entitlement again if you revoked it yourself. A revocation by the operator is permanent.',
  },
  'entitlement-expired': {
    status: 403,
    title: 'Entitlement expired',
    code: 'ENTITLEMENT_EXPIRED',
    advice: 'Acquire the entitlement again.',
  },
  'entitlement-exhausted': {
    status: 429,
    title: 'Entitlement exhausted',
    code: 'ENTITLEMENT_EXHAUSTED',
    advice:
      'Wait for retry_after_seconds, when the next window begins. Without this member there is no next window, ' +
      'and the entitlement is used up.',
  },
} as const satisfies Record<string, ProblemKind>
