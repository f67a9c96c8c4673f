import { Problem } from '../kernel/problems/problems.ts'

const PENDING_RETRY_SECONDS = 5

export const pending = () =>
  new Problem('settlement-pending', 'A payment for this right is under way.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: PENDING_RETRY_SECONDS,
  })
