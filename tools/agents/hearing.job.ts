import { lockStatus } from '../../storage/agents/status-changes.ts'
import { countHeard, findMiscounted } from '../../storage/content/hearing.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

const BATCH = 100

/** Takes agents whose words are hidden out of figures, and brings others back: a change of status does so at once. */
export const hearingJob: Job = {
  name: 'count those who are heard',
  everyMs: 10 * MINUTE,
  async run({ db, transaction }) {
    const found = await findMiscounted(db, BATCH)
    for (const agent_id of found) {
      await transaction(async scope => {
        await lockStatus(scope.db, agent_id)
        await countHeard(scope.db, agent_id)
      })
    }
    return { more: found.length === BATCH }
  },
}
