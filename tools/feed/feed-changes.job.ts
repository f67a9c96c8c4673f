import { forgetFeedChanges } from '../../storage/feed/feed-changes.ts'
import { KEPT } from '../../storage/jobs/kept.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

/** A process that reads no feed and no heartbeat for so long begins to remember anew. */

export const feedChangesJob: Job = {
  name: 'forget changes of feeds',
  everyMs: MINUTE,
  run: async ({ db, now }) => ({ more: await forgetFeedChanges(db, new Date(now.getTime() - KEPT.feed_changes.ms)) }),
}
