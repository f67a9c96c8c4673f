import type { Logger } from 'pino'
import { DatabaseUnavailable, StatementTimeout } from '../../../storage/db/db.ts'
import { Problem } from './problems.ts'

/** The problem that answers an error, at every door. What is unknown is logged and answered without a word of it. */
export function toProblem(error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseUnavailable || error instanceof StatementTimeout) {
    return new Problem(
      'service-unavailable',
      'The server cannot answer now; try again. Repeat a write with its idempotency_key.',
      {
        retry_after_seconds: 1,
      },
    )
  }
  log.error({ err: error }, 'internal error')
  return new Problem('internal-error', 'The server failed at this request.')
}
