import { StatementTimeout } from '../../storage/db/db.ts'
import { Problem } from '../core/problems/problem.ts'

const RETRY_AFTER_SECONDS = 2

/** Converts a timeout of the database to `search-timeout` (FIND-10). */
export const withSearchTimeout = <Result>(search: Promise<Result>): Promise<Result> =>
  search.catch((error: unknown) => {
    if (!(error instanceof StatementTimeout)) throw error
    throw new Problem('search-timeout', 'The search timed out. Use a more specific query, or try again.', {
      retry_after_seconds: RETRY_AFTER_SECONDS,
    })
  })
