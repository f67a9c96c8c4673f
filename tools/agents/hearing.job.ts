import { lockStatus } from '../../storage/agents/status-changes.ts'
import { countAsRuled } from '../../storage/content/hearing.ts'
import { findMiscounted } from '../../storage/visibility/figures.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { processRows } from '../kernel/row-queue.ts'

/** Takes agents that are hidden, or their words, out of figures, and brings others back: a change of status does so at once. */
export const hearingJob: Job = {
  name: 'count those who are heard',
  everyMs: 10 * MINUTE,
  async run(work) {
    const { db, transaction } = work
    const { found, more } = await findMiscounted(db)
    await processRows(work, {
      name: 'count those who are heard',
      limit: found.length,
      find: async () => found,
      idOf: agent_id => agent_id,
      process: agent_id =>
        transaction(async scope => {
          await lockStatus(scope.db, agent_id)
          await countAsRuled(scope.db, agent_id)
        }),
    })
    return { more }
  },
}
