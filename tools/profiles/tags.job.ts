import { forgetTags, pairTags } from '../../storage/interests/interests.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

const PAIRED = 50
const FORGOTTEN = 1_000

/** Finds which interests are alike, and forgets those that nobody has any more. */
export const tagsJob: Job = {
  name: 'pair and forget interests',
  everyMs: MINUTE,
  async run({ db }) {
    const [isPairing, isForgetting] = [await pairTags(db, PAIRED), await forgetTags(db, FORGOTTEN)]
    return { more: isPairing || isForgetting }
  },
}
