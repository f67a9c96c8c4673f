import { findDueRecoveries } from '../../../storage/keys/recoveries.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Job } from '../../kernel/jobs.ts'
import { processRows } from '../../kernel/row-queue.ts'
import { settle } from '../replacing/settling.ts'

const BATCH = 100

/** Puts in the keys of agents that nobody has asked for since, so that they are told (RECOVER-31). */
export const keyRecoveriesJob: Job = {
  name: 'key recoveries',
  everyMs: 10 * SECOND,
  async run(context) {
    const more = await processRows(context, {
      name: 'key recoveries',
      limit: BATCH,
      find: limit => findDueRecoveries(context.db, context.now, limit),
      idOf: ({ agent_id }) => agent_id,
      process: ({ agent_id }) => settle(context, agent_id),
    })
    return { more }
  },
}
