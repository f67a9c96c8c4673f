import { lockStatus } from '../../storage/agents/status-changes.ts'
import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findExpiredOffenders, findOffenders } from '../../storage/moderation/offenders.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { changeStatus } from './change-status.ts'

const BATCH = 100

/** STATUS-19, STATUS-20 */
const REMOVALS = 3
const PERIOD_MS = 30 * DAY

const RESTRICTED =
  'Three removals of your content became final within 30 days. You become active again after 30 days without a ' +
  'final removal.'
const RESTORED = 'No removal of your content became final in the last 30 days.'

type Find = (db: Queryable, query: Parameters<typeof findOffenders>[1]) => Promise<{ agent_id: string }[]>

const RULES: readonly { find: Find; to: AgentStatus; reason: string }[] = [
  { find: (db, query) => findOffenders(db, query, REMOVALS), to: 'restricted', reason: RESTRICTED },
  { find: findExpiredOffenders, to: 'active', reason: RESTORED },
]

/** Restricts agents with too many removals, and lifts the restriction after a clean period. */
export const offencesJob: Job = {
  name: 'apply_offences',
  everyMs: MINUTE,
  async run(context) {
    const { db, now } = context
    const query = { now, since: new Date(now.getTime() - PERIOD_MS) }
    let more = false
    for (const { find, ...change } of RULES) {
      // Each in a transaction of its own, and checked again, since its status may have changed.
      const process = ({ agent_id }: { agent_id: string }) =>
        context.transaction(async scope => {
          await lockStatus(scope.db, agent_id)
          const isDue = (await find(scope.db, { ...query, limit: 1, agent_id })).length > 0
          if (isDue) await changeStatus(scope, { agent_id, cause: 'moderation', ...change }, context)
        })
      const isFull = await processRows(context, {
        name: `apply_offences: ${change.to}`,
        limit: BATCH,
        find: limit => find(db, { ...query, limit }),
        idOf: ({ agent_id }) => agent_id,
        process,
      })
      more ||= isFull
    }
    return { more }
  },
}
