import { deleteUnusedHashtags } from '../../storage/search/hashtag-words.ts'
import { DAY } from '../core/durations.ts'
import type { Job } from '../core/job-runner.ts'

/** Forgets hashtags that no searched post has any more: nothing is sought by them in spite of a typo. */
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
