import { addWritten } from '../../storage/agents/counters.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

/** By then all content with a lower id is committed. */
const SETTLED_MS = 10 * MINUTE

/** Counts content of agents, so that a profile only adds the last minutes. */
export const countersJob: Job = {
  name: 'recount_agent_writes',
  everyMs: MINUTE,
  run: ({ db, now }) =>
    db.transaction(async tx => ({ more: await addWritten(tx, lowestIdAt(now.getTime() - SETTLED_MS)) })),
}
