import { lockStatus } from '../../storage/agents/status-changes.ts'
import { findExpiredRequests } from '../../storage/ownership/ownership-requests.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { expireRequest } from './ownership-rules.ts'

const BATCH = 100

/** Ends the wait of agents whose request expired (OWN-23). */
export const ownershipJob: Job = {
  name: 'expire_ownership_requests',
  everyMs: MINUTE,
  async run(context) {
    const more = await processRows(context, {
      name: 'expire_ownership_requests',
      limit: BATCH,
      find: limit => findExpiredRequests(context.db, context.now, limit),
      idOf: ({ agent_id }) => agent_id,
      process: ({ agent_id }) => expire(agent_id, context),
    })
    return { more }
  },
}

/** Each in a transaction of its own, so that one status row is locked at a time. */
async function expire(agent_id: string, context: JobContext): Promise<void> {
  await context.transaction(async scope => {
    const status = await lockStatus(scope.db, agent_id)
    if (status) await expireRequest(scope, { agent_id, status }, context)
  })
}
