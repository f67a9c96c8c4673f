import type { Logger } from 'pino'
import { openBatches } from '../storage/db/batch.ts'
import { type Db, type DbOptions, openDb } from '../storage/db/db.ts'
import { openStandbys, type Standbys } from '../storage/db/standby-pools.ts'
import type { StandbyReads } from '../tools/core/context.ts'
import { createSearchSlots, SEARCH_STATEMENT_MS } from '../tools/core/search-slots.ts'
import { monotonicClock } from './database-clock.ts'

/** Timeout for the position of a standby; a slower one is not used. */
const LOOK_STATEMENT_MS = 1_000

interface Parts {
  urls: readonly string[]
  db: Db
  clock(): number
  log: Logger
  /** As in `createPools`. */
  patience?: number | undefined
}

/** Pools of each standby, for reads only; `undefined` if there are no standbys. */
export function createStandbyReads({ urls, db: primary, clock, log, patience = 1 }: Parts): StandbyPools | undefined {
  if (urls.length === 0) return undefined
  const pools: Db[] = []
  const open = (url: string, options: DbOptions): Db => {
    const pool = openDb({ url }, { ...options, statementTimeoutMs: options.statementTimeoutMs * patience })
    pools.push(pool)
    return pool
  }
  const standbys = urls.map(url => {
    const probeDb = open(url, { name: 'standby look', max: 1, statementTimeoutMs: LOOK_STATEMENT_MS })
    const reads: StandbyReads = {
      db: open(url, { name: 'standby', max: 3, statementTimeoutMs: 5_000 }),
      batch: openBatches(open(url, { name: 'standby batch', max: 1, statementTimeoutMs: 2_000, isHot: true })),
      searchSlots: createSearchSlots(
        open(url, { name: 'standby search', max: 2, statementTimeoutMs: SEARCH_STATEMENT_MS, isHot: true }),
        monotonicClock,
      ),
    }
    return { name: probeDb.address, probeDb, reads }
  })
  const opened = openStandbys(standbys, {
    primary,
    clock,
    monotonic: monotonicClock,
    tell: (message, fields) => log.warn(fields, message),
    ...(patience > 1 && { patienceMs: 50 * patience }),
  })
  return {
    standbys: opened,
    async close() {
      opened.stop()
      await Promise.all(pools.map(pool => pool.close()))
    },
  }
}

interface StandbyPools {
  standbys: Standbys<StandbyReads>
  close(): Promise<void>
}
