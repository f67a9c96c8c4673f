import { deleteRecentContent } from '../../storage/jobs/retention.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { SETTINGS } from './settings.ts'

/** Longer than any duplicate window plus the clock skew of two processes. */
const RETENTION_MS = SETTINGS['posts.duplicate_window_seconds'].max * 1_000 + 61 * MINUTE

export const recentContentJob: Job = {
  name: 'delete_recent_content',
  everyMs: 10 * MINUTE,
  run: ({ db, now }) => deleteRecentContent(db, new Date(now.getTime() - RETENTION_MS)),
}
