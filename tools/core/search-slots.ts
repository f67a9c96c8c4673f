import { createSemaphore, QueueFull } from '../../concurrency/semaphore.ts'
import { type Db, type Queryable, StatementTimeout } from '../../storage/db/db.ts'

/** Limits concurrent searches. Throws `StatementTimeout` if too many wait, or one waits or runs for too long. */
export type SearchSlots = <Result>(search: (db: Queryable) => Promise<Result>) => Promise<Result>

/** More would take the database from other calls. */
const PERMITS = 2
const MAX_WAITING = 32
const MAX_WAIT_MS = 1_000
/** No statement of a search starts later, and each takes at most this long: two seconds in total. */
const START_WITHIN_MS = 1_000

export const SEARCH_STATEMENT_MS = 1_000

/** `clock`: monotonic milliseconds. `patience`: factor for the time limits. */
export function createSearchSlots(db: Db, clock: () => number, patience = 1): SearchSlots {
  const semaphore = createSemaphore({ permits: PERMITS, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS * patience })
  return async search => {
    try {
      return await semaphore.run(() => search(withDeadline(db, clock, clock() + START_WITHIN_MS * patience)))
    } catch (error) {
      if (error instanceof QueueFull) throw new StatementTimeout(`search queue: ${error.message}`)
      throw error
    }
  }
}

/** Wraps a database so that no statement starts after the deadline. */
function withDeadline(db: Db, clock: () => number, deadline: number): Queryable {
  const inTime = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (clock() > deadline) throw new StatementTimeout('the search timed out')
    return await run()
  }
  return {
    many: statement => inTime(() => db.many(statement)),
    maybeOne: statement => inTime(() => db.maybeOne(statement)),
    one: statement => inTime(() => db.one(statement)),
    script: text => inTime(() => db.script(text)),
  }
}
