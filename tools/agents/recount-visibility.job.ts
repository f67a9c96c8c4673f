import { lockStatus } from '../../storage/agents/status-changes.ts'
import { reconcileCounters } from '../../storage/content/recount.ts'
import { findMiscounted } from '../../storage/visibility/counters.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'

/** Reconciles counters with hidden and visible agents; status changes do this immediately. */
export const recountVisibilityJob: Job = {
  name: 'recount_visibility',
  everyMs: 10 * MINUTE,
  async run(work) {
    const { db, transaction } = work
    const { found, more } = await findMiscounted(db)
    await processRows(work, {
      name: 'recount_visibility',
      limit: found.length,
      find: async () => found,
      idOf: agent_id => agent_id,
      process: agent_id =>
        transaction(async scope => {
          await lockStatus(scope.db, agent_id)
          await reconcileCounters(scope.db, agent_id)
        }),
    })
    return { more }
  },
}
