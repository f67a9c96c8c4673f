import { WINDOW_MS } from '../../storage/admission/admission.ts'
import { deleteInboxBefore } from '../../storage/events/outbox.ts'
import { KEPT } from '../../storage/jobs/kept.ts'
import { deleteExpired, deleteRateCounters, deleteRateWindows, EXPIRING_TABLES } from '../../storage/jobs/retention.ts'
import { MINUTE } from './durations.ts'
import type { Job } from './jobs.ts'

const INBOX_BATCH = 5_000

/**
 * So much longer than they count rows are kept: a process whose time is off by less, because it did not reach the
 * database to measure it for a day or two, deletes nothing that another still needs.
 */
const MARGIN_MS = MINUTE
const before = (now: Date) => new Date(now.getTime() - MARGIN_MS)

export const retentionJobs: readonly Job[] = [
  ...EXPIRING_TABLES.map(table => ({
    name: `expire ${table}`,
    everyMs: MINUTE,
    run: ({ db, now }: Parameters<Job['run']>[0]) => deleteExpired(db, table, before(now)),
  })),
  {
    name: 'forget rate counters',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRateCounters(db, before(now)),
  },
  {
    name: 'forget rate windows',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRateWindows(db, Math.floor(before(now).getTime() / WINDOW_MS) - 1),
  },
  {
    name: 'forget old events',
    everyMs: 10 * MINUTE,
    async run({ db, now }) {
      const deleted = await deleteInboxBefore(db, new Date(now.getTime() - KEPT.events.ms), INBOX_BATCH)
      return { more: deleted === INBOX_BATCH }
    },
  },
]
