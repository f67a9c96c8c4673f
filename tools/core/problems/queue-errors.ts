import type { QueueErrors } from '../../../concurrency/fair-queue.ts'
import { Problem } from './problem.ts'

const RETRY_SECONDS = 5

/** Errors for calls that the scheduler never starts. */
export const QUEUE_ERRORS: QueueErrors = {
  queueFull: () =>
    new Problem('rate-limited', 'Too many of your requests are waiting. Wait for responses before you send more.', {
      retry_after_seconds: 1,
    }),
  disconnected: () => new Problem('bad-request', 'The connection closed before the request started.'),
}

/** The error for work of a kind that has too many instances in progress. */
export const tooManyInFlight = (): Problem =>
  new Problem('service-unavailable', 'Too many of these are in progress. Try again in a few seconds.', {
    retry_after_seconds: RETRY_SECONDS,
  })
