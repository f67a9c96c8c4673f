import { WINDOW_MS } from '../../../storage/admission/admission-query.ts'
import {
  deleteExpired,
  deleteRateCounters,
  deleteRateWindows,
  EXPIRING_TABLES,
} from '../../../storage/jobs/retention.ts'
import { maintainParts } from '../../../storage/partitions/partition-upkeep.ts'
import { PARTITIONED } from '../../../storage/partitions/partitioned-tables.ts'
import { MINUTE } from '../durations.ts'
import type { Job } from './job-runner.ts'

/**
 * Rows are retained for longer than they are needed: a process whose clock is off by less, because it could not measure
 * the database's for a day or two, deletes nothing that another process still needs.
 */
const MARGIN_MS = MINUTE
const before = (now: Date) => new Date(now.getTime() - MARGIN_MS)

export const retentionJobs: readonly Job[] = [
  ...EXPIRING_TABLES.map(table => ({
    name: `expire_${table}`,
    everyMs: MINUTE,
    run: ({ db, now }: Parameters<Job['run']>[0]) => deleteExpired(db, table, before(now)),
  })),
  {
    name: 'delete_rate_counters',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRateCounters(db, before(now)),
  },
  {
    name: 'delete_rate_windows',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRateWindows(db, Math.floor(before(now).getTime() / WINDOW_MS) - 1),
  },
  ...PARTITIONED.map(of => ({
    name: `maintain_partitions_${of.table}`,
    everyMs: 10 * MINUTE,
    run: ({ db, now }: Parameters<Job['run']>[0]) => maintainParts(db, of, now),
  })),
]
