import { Problem } from '../core/problems/problem.ts'

const PENDING_RETRY_SECONDS = 5

/** Another payment for the same right is under way. */
export const pendingOutcome = () =>
  new Problem('settlement-pending', 'A payment for this right is under way.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: PENDING_RETRY_SECONDS,
    hint: 'Sign nothing more. Once that payment is settled or has failed, this request is answered.',
  })

/** This very payment is under way: the same request returns what becomes of it (PURCHASE-56). */
export const underWay = () =>
  new Problem('settlement-pending', 'This payment is under way.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: PENDING_RETRY_SECONDS,
    hint:
      'Send the same request again after retry_after_seconds: it returns the entitlement once the payment is settled, or ' +
      'why it was not made. Nothing is paid twice, and nothing more is to be signed.',
  })
