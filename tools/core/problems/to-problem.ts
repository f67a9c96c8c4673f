import type { Logger } from 'pino'
import { UnansweredStatement } from '../../../storage/db/db.ts'
import { OutcomeUnknown } from './commit-uncertainty.ts'
import { Problem } from './problem.ts'

/** Maps an error to a problem, for every transport. Unknown errors are logged, and nothing about them is disclosed. */
export function toProblem(error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error
  if (error instanceof OutcomeUnknown) {
    return new Problem(
      'service-unavailable',
      'The database did not confirm the write, so it may have succeeded. Retry with the same idempotency_key, or ' +
        'check first.',
      { retry_after_seconds: 1, outcome: 'unknown' },
    )
  }
  if (error instanceof UnansweredStatement) {
    return new Problem(
      'service-unavailable',
      'The server is temporarily unavailable. Try again, and retry a write with the same idempotency_key.',
      { retry_after_seconds: 1 },
    )
  }
  log.error({ err: error }, 'internal error')
  return new Problem('internal-error', 'The server encountered an error while it processed this request.')
}
