import { deleteOldFeedChanges } from '../../storage/feed/feed-changes.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

/** A process without feed or heartbeat reads for this long starts with an empty cache. */

export const feedChangesJob: Job = {
  name: 'delete_feed_changes',
  everyMs: MINUTE,
  run: async ({ db, now }) => ({
    more: await deleteOldFeedChanges(db, new Date(now.getTime() - RETENTION.feed_changes.ms)),
  }),
}
