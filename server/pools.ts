import { availableParallelism } from 'node:os'
import { type DbAddress, type DbOptions, openDb } from '../storage/db/db.ts'
import { SEARCH_STATEMENT_MS } from '../tools/core/search-slots.ts'

export const CORES = availableParallelism()
/**
 * This many statements of one pool keep all cores busy, while one of them waits for the disk. More would not finish
 * sooner, and hot statements would get less of the cores (measured on two cores: six increased the p99 of others from
 * 13 to 32 ms).
 */
const ENOUGH = CORES + 1
const CONNECT_SECONDS = 3
/**
 * Cores that neither this process nor the rest of PostgreSQL's work needs; more than three connections gain nothing.
 */
const FOR_PAGES = Math.min(CORES - 2, 3)

/**
 * Pools by workload: hot statements never queue behind slow ones. `patience`: factor for the timeouts of statements and
 * connections.
 */
export function createPools(database: DbAddress, patience = 1) {
  const open = (options: DbOptions) =>
    openDb(database, {
      ...options,
      statementTimeoutMs: options.statementTimeoutMs * patience,
      connectTimeoutSeconds: CONNECT_SECONDS * patience,
    })
  return {
    db: open({ name: 'main', max: Math.min(ENOUGH, 6), statementTimeoutMs: 5_000 }),
    batchDb: open({ name: 'batch', max: 1, statementTimeoutMs: 2_000, isHot: true }),
    ...(FOR_PAGES > 0 && { pagesDb: open({ name: 'pages', max: FOR_PAGES, statementTimeoutMs: 2_000, isHot: true }) }),
    writeDb: open({ name: 'write', max: 1, statementTimeoutMs: 2_000, isHot: true }),
    searchDb: open({ name: 'search', max: 2, statementTimeoutMs: SEARCH_STATEMENT_MS, isHot: true }),
    slowDb: open({ name: 'slow', max: 3, statementTimeoutMs: 10_000, maxWaiting: 200 }),
    admissionDb: open({ name: 'admission', max: 1, statementTimeoutMs: 2_000, isHot: true, durable: false }),
    drainDb: open({ name: 'drain', max: 2, statementTimeoutMs: 30_000 }),
    eventsDb: open({ name: 'events', max: 1, statementTimeoutMs: 5_000, isHot: true }),
    taskDb: open({ name: 'tasks', max: 3, statementTimeoutMs: 10_000, isHot: true }),
    webhookDb: open({ name: 'webhooks', max: Math.min(ENOUGH, 5), statementTimeoutMs: 10_000 }),
  }
}
