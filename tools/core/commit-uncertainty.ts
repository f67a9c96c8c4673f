import { DatabaseUnavailable, UnansweredStatement } from '../../storage/db/db.ts'

/** Nobody can say whether a write was done: it may have been, or may be yet (PROB-31). */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** An error as the call has it that it failed: what has committed before it may not be told as not done. */
export function markUncertain(error: unknown, { effect }: { effect: string }, hasCommitted: boolean): unknown {
  if (effect === 'read' || !(error instanceof UnansweredStatement) || !(error.mayHaveHappened || hasCommitted))
    return error
  return new OutcomeUnknown('outcome unknown', { cause: error, mayHaveHappened: true })
}
