import { beginHashtags, countHashtags, endHashtags, findHashtagRun } from '../../storage/trends/hashtag-trends.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

/** Posts with ids older by this much may have been committed after the last run. */
const LATE_MS = 2 * MINUTE

/** Computes trending hashtags, so that reads are cheap (DISC-61): only changed ones are counted. */
export const hashtagsJob: Job = {
  name: 'count_hashtags',
  everyMs: 5 * MINUTE,
  async run({ db, now }) {
    const day = now.getTime() - DAY
    const counted = lowestIdAt(day)
    const { is_begun, gathered_at } = await findHashtagRun(db)
    if (!is_begun) {
      const since = gathered_at === null ? day : Math.max(day, Date.parse(gathered_at) - LATE_MS)
      await beginHashtags(db, { since: lowestIdAt(since), counted, day: new Date(day), now })
    }
    if (await countHashtags(db, counted, now)) return { more: true }
    await endHashtags(db)
    return { more: false }
  },
}
