import { findDueRecoveries } from '../../storage/keys/key-recoveries.ts'
import { SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { applyRecovery } from '../keys/replacing/apply-recovery.ts'

const BATCH = 100

/** Completes due recoveries of agents that were not accessed, so that they are notified (RECOVER-31). */
export const keyRecoveriesJob: Job = {
  name: 'apply_key_recoveries',
  everyMs: 10 * SECOND,
  async run(context) {
    const more = await processRows(context, {
      name: 'apply_key_recoveries',
      limit: BATCH,
      find: limit => findDueRecoveries(context.db, context.now, limit),
      idOf: ({ agent_id }) => agent_id,
      process: ({ agent_id }) => applyRecovery(context, agent_id),
    })
    return { more }
  },
}
