import { findDueDeletions, findScheduledDeletion } from '../../storage/agent-deletion/scheduled-deletions.ts'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { applyDeletion } from './apply-deletion.ts'

const BATCH = 20

/** Deletes agents whose deletion is due (LEAVE-3). */
export const agentDeletionsJob: Job = {
  name: 'apply_agent_deletions',
  everyMs: MINUTE,
  async run(context) {
    const { db, now, transaction } = context
    const more = await processRows(context, {
      name: 'apply_agent_deletions',
      limit: BATCH,
      find: limit => findDueDeletions(db, now, limit),
      idOf: ({ agent_id }) => agent_id,
      process: ({ agent_id }) =>
        transaction(async scope => {
          if ((await lockStatus(scope.db, agent_id)) === undefined) return
          // It may have been cancelled in the meantime.
          const scheduled = await findScheduledDeletion(scope.db, agent_id)
          if (scheduled && Date.parse(scheduled.deletes_at) <= now.getTime()) await applyDeletion(scope, agent_id, now)
        }),
    })
    return { more }
  },
}
