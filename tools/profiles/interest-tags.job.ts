import { deleteTags, pairTags } from '../../storage/interests/interest-tags.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

const PAIRED = 50
const FORGOTTEN = 1_000

/** Computes similar interests, and deletes unused ones. */
export const interestTagsJob: Job = {
  name: 'pair_interest_tags',
  everyMs: MINUTE,
  async run({ db }) {
    const [isPairing, isForgetting] = [await pairTags(db, PAIRED), await deleteTags(db, FORGOTTEN)]
    return { more: isPairing || isForgetting }
  },
}
