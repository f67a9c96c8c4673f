import { Problem } from '../problems/problem.ts'

export const keyConflict = () =>
  new Problem('idempotency-conflict', 'This idempotency_key was already used with a different input.', {
    hint: 'Use a new key for a new request. Repeat a key only with exactly the same input.',
  })

export const keyInProgress = () =>
  new Problem('idempotency-in-progress', 'The first request with this idempotency_key is still in progress.', {
    retry_after_seconds: 1,
  })
