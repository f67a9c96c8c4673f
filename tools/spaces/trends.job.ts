import { countTrends, deleteOldActivity, rankTrends } from '../../storage/spaces/trending-spaces.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

/** Computes the activity of spaces, so that reading it costs nothing (SPACE-104, SPACE-105). */
export const trendsJob: Job = {
  name: 'compute_trending_spaces',
  everyMs: MINUTE,
  async run({ db, now }) {
    if (await countTrends(db, now)) return { more: true }
    await rankTrends(db)
    while (await deleteOldActivity(db, now));
    return { more: false }
  },
}
