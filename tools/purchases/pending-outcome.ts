import { Problem } from '../core/problems/problem.ts'

const PENDING_RETRY_SECONDS = 5

/** Another payment for the same entitlement is in progress. */
export const pendingOutcome = () =>
  new Problem('settlement-pending', 'A payment for this entitlement is in progress.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: PENDING_RETRY_SECONDS,
    hint: 'Do not sign again. This request succeeds or fails once that payment is settled or has failed.',
  })

/** This payment is in progress: the same request returns its outcome (PURCHASE-56). */
export const underWay = () =>
  new Problem('settlement-pending', 'This payment is in progress.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: PENDING_RETRY_SECONDS,
    hint:
      'Send the same request again after retry_after_seconds. It returns the entitlement once the payment is ' +
      'settled, or the reason why it failed. Nothing is paid twice, and you do not have to sign again.',
  })
