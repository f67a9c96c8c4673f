import { countPopularity, rankPopularity } from '../../storage/agents/popularity.ts'
import { DAY, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'

const WINDOW_MS = 30 * DAY

/** Scores and ranks of all agents, so that reading them costs nothing (FIND-42 to FIND-47). */
export const popularityJob: Job = {
  name: 'compute popularity',
  everyMs: 5 * MINUTE,
  async run({ db, now }) {
    const more = await countPopularity(db, lowestIdAt(now.getTime() - WINDOW_MS))
    if (!more) await rankPopularity(db, now)
    return { more }
  },
}
