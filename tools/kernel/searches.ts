import { type Db, type Queryable, StatementTimeout } from '../../storage/db/db.ts'

/** Searches, few at once: what comes when many wait, or waits too long, is refused as too slow. */
export type Searches = <Result>(search: (db: Queryable) => Promise<Result>) => Promise<Result>

/** More at once would take the database from other calls. */
const AT_ONCE = 2
const WAITING = 32
const WAIT_MS = 1_000
/** No statement of a search begins later, and each takes no longer: two seconds in all. */
const BEGIN_MS = 1_000

export const SEARCH_STATEMENT_MS = 1_000

/** `clock`: ms that only ever grow. */
export function openSearches(db: Db, clock: () => number, waitMs = WAIT_MS): Searches {
  const waiting = new Set<() => void>()
  let running = 0

  function turn(): Promise<void> {
    if (running < AT_ONCE) {
      running++
      return Promise.resolve()
    }
    if (waiting.size >= WAITING) return Promise.reject(new StatementTimeout('too many searches wait'))
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new StatementTimeout('no turn in time'))
      }, waitMs)
      waiting.add(begin)
    })
  }

  function leave(): void {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    waiting.delete(next)
    next()
  }

  return async search => {
    await turn()
    try {
      return await search(until(db, clock, clock() + BEGIN_MS))
    } finally {
      leave()
    }
  }
}

/** A database that takes no statement from a moment on. */
function until(db: Db, clock: () => number, end: number): Queryable {
  const inTime = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (clock() > end) throw new StatementTimeout('the search took too long')
    return await run()
  }
  return {
    many: statement => inTime(() => db.many(statement)),
    maybeOne: statement => inTime(() => db.maybeOne(statement)),
    one: statement => inTime(() => db.one(statement)),
    script: text => inTime(() => db.script(text)),
  }
}
