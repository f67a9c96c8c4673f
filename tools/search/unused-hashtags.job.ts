import { deleteUnusedHashtags } from '../../storage/search/hashtag-words.ts'
import { DAY } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

/** Deletes hashtags that no searchable post uses, which only correct typos in searches. */
export const unusedHashtagsJob: Job = {
  name: 'delete_unused_hashtags',
  everyMs: DAY,
  async run({ db }) {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const after: string = last
      last = await db.transaction(tx => deleteUnusedHashtags(tx, after))
    }
    return { more: false }
  },
}
