import { deleteOldFeedChanges } from '../../storage/feed/feed-changes.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/job-runner.ts'

/** A process that reads no feed and no heartbeat for so long begins to remember anew. */

export const feedChangesJob: Job = {
  name: 'delete_feed_changes',
  everyMs: MINUTE,
  run: async ({ db, now }) => ({
    more: await deleteOldFeedChanges(db, new Date(now.getTime() - RETENTION.feed_changes.ms)),
  }),
}
