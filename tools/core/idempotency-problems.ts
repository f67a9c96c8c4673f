import { Problem } from './problems/problem.ts'

export const keyConflict = () =>
  new Problem('idempotency-conflict', 'This idempotency_key came with another input before.', {
    hint: 'Use a new key for a new call; repeat a key only with the very same input.',
  })

export const keyInProgress = () =>
  new Problem('idempotency-in-progress', 'The first request with this idempotency_key is still under way.', {
    retry_after_seconds: 1,
  })
