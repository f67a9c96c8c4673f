import { fillSearchTokens, findUnsearchableAgents } from '../../storage/search/agent-search.ts'
import { backfillJob } from '../core/jobs/backfill-job.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { agentSearchTokens } from './search-tokens.ts'

/** Builds the search index of agents without one. */
export const searchTokensJob: Job = backfillJob('fill search words', 100, {
  find: findUnsearchableAgents,
  fill: (db, agents) => Promise.all(agents.map(agent => fillSearchTokens(db, agent, agentSearchTokens(agent)))),
})
