import { countTrends, forgetActivity, rankTrends } from '../../storage/spaces/trends.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

/** How lively spaces are, so that reading it costs nothing (SPACE-104, SPACE-105). */
export const trendsJob: Job = {
  name: 'compute lively spaces',
  everyMs: MINUTE,
  async run({ db, now }) {
    if (await countTrends(db, now)) return { more: true }
    await rankTrends(db)
    while (await forgetActivity(db, now));
    return { more: false }
  },
}
