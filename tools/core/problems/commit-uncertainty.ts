import { DatabaseUnavailable, UnansweredStatement } from '../../../storage/db/db.ts'

/** The outcome of a write is unknown: it may have been committed, or may be yet (PROB-31). */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** Converts an error after a possible commit, so that the write is not reported as failed. */
export function markUncertain(error: unknown, { effect }: { effect: string }, hasCommitted: boolean): unknown {
  if (effect === 'read' || !(error instanceof UnansweredStatement) || !(error.mayHaveHappened || hasCommitted))
    return error
  return new OutcomeUnknown('outcome unknown', { cause: error, mayHaveHappened: true })
}
