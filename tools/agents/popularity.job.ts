import {
  beginRun,
  collectDirtyAgents,
  deleteDirtyAgents,
  findDirtyAgents,
  findRunState,
  type RecountRun,
} from '../../storage/agents/dirty-agents.ts'
import { countPopularity, rankPopularity } from '../../storage/agents/popularity-scores.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { countAgentTrends } from '../../storage/trends/agent-trends.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

const WINDOW_MS = 30 * DAY
/** Interactions with older posts do not count for trends. */
const FRESH_MS = 7 * DAY
/** Status changes with ids older by this much may have been committed after the last run. */
const LATE_MS = 2 * MINUTE
/** Agents per statement, so that busy ones fit into its time limit. */
const AGENTS = 100

/**
 * Recomputes scores, trends and ranks of agents whose posts received interactions, so that reads are lookups (FIND-42
 * to FIND-47, DISC-60). A run continues where the last one stopped.
 */
export const popularityJob: Job = {
  name: 'compute_popularity',
  everyMs: 5 * MINUTE,
  async run({ db, now }) {
    const state = await findRunState(db)
    if (!state.is_begun) await begin(db, state, now)
    if (!state.is_gathered) {
      await collectDirtyAgents(db)
      return { more: true }
    }
    const agents = await findDirtyAgents(db, AGENTS)
    if (agents.length === 0) {
      await rankPopularity(db, now)
      return { more: false }
    }
    const idAgo = (ms: number) => lowestIdAt(now.getTime() - ms)
    await countPopularity(db, agents, idAgo(WINDOW_MS))
    await countAgentTrends(db, agents, { posts: idAgo(FRESH_MS), actionsSince: idAgo(DAY), now })
    await deleteDirtyAgents(db, agents)
    return { more: true }
  },
}

async function begin(db: Queryable, { gathered_at }: RecountRun, now: Date): Promise<void> {
  const agedAt = (moment: number) => lowestIdAt(moment - WINDOW_MS)
  const to = agedAt(now.getTime())
  const gathered = gathered_at === null ? now.getTime() : Date.parse(gathered_at)
  const aged = { from: agedAt(gathered), to }
  await beginRun(db, { aged, day: new Date(now.getTime() - DAY), since: lowestIdAt(gathered - LATE_MS), now })
}
