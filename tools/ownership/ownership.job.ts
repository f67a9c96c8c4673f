import { lockStatus } from '../../storage/agents/status-changes.ts'
import { findExpiredRequests } from '../../storage/ownership/ownership.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job, JobContext } from '../kernel/jobs.ts'
import { processRows } from '../kernel/row-queue.ts'
import { expireRequest } from './ownership.ts'

const BATCH = 100

/** Ends the wait of agents whose request nobody answered (OWN-23). */
export const ownershipJob: Job = {
  name: 'expire ownership requests',
  everyMs: MINUTE,
  async run(context) {
    const more = await processRows(context, {
      name: 'expire ownership requests',
      limit: BATCH,
      find: limit => findExpiredRequests(context.db, context.now, limit),
      idOf: ({ agent_id }) => agent_id,
      process: ({ agent_id }) => expire(agent_id, context),
    })
    return { more }
  },
}

/** Each in a transaction of its own: the standing of one agent is held at a time. */
async function expire(agent_id: string, context: JobContext): Promise<void> {
  await context.transaction(async scope => {
    const status = await lockStatus(scope.db, agent_id)
    if (status) await expireRequest(scope, { agent_id, status }, context)
  })
}
