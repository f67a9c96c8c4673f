import { lockStatus } from '../../storage/agents/status-changes.ts'
import { countAsRuled } from '../../storage/content/hearing.ts'
import { findMiscounted } from '../../storage/visibility/figures.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

/** Takes agents that are hidden, or their words, out of figures, and brings others back: a change of status does so at once. */
export const hearingJob: Job = {
  name: 'count those who are heard',
  everyMs: 10 * MINUTE,
  async run({ db, transaction }) {
    const { found, more } = await findMiscounted(db)
    for (const agent_id of found) {
      await transaction(async scope => {
        await lockStatus(scope.db, agent_id)
        await countAsRuled(scope.db, agent_id)
      })
    }
    return { more }
  },
}
