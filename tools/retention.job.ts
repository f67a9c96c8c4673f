import { WINDOW_MS } from '../storage/admission.ts'
import { deleteInboxBefore } from '../storage/outbox.ts'
import {
  deleteExpired,
  deleteRateCounters,
  deleteRateWindows,
  deleteRecentContent,
  EXPIRING_TABLES,
} from '../storage/retention.ts'
import type { Job } from './jobs.ts'
import { LONGEST_DUPLICATE_WINDOW } from './settings/settings.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Events can be replayed and polled this long. */
const INBOX_KEPT_MS = 30 * DAY
const INBOX_BATCH = 5_000
/** Longer than any duplicate window. */
const CONTENT_KEPT_MS = LONGEST_DUPLICATE_WINDOW * 1_000 + 60 * MINUTE

export const retentionJobs: readonly Job[] = [
  ...EXPIRING_TABLES.map(table => ({
    name: `expire ${table}`,
    everyMs: MINUTE,
    run: ({ db, now }: Parameters<Job['run']>[0]) => deleteExpired(db, table, now),
  })),
  {
    name: 'forget recent content',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRecentContent(db, new Date(now.getTime() - CONTENT_KEPT_MS)),
  },
  {
    name: 'forget rate counters',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRateCounters(db, now),
  },
  {
    name: 'forget rate windows',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteRateWindows(db, Math.floor(now.getTime() / WINDOW_MS) - 1),
  },
  {
    name: 'forget old events',
    everyMs: 10 * MINUTE,
    async run({ db, now }) {
      const deleted = await deleteInboxBefore(db, new Date(now.getTime() - INBOX_KEPT_MS), INBOX_BATCH)
      return { more: deleted === INBOX_BATCH }
    },
  },
]
