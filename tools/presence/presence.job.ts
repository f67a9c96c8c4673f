import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { deletePresence, findUnmeasuredPresence, recordAnswers } from '../../storage/presence/presence-rows.ts'
import { measureReplies } from '../../storage/services/service-quality.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { roundAnswers } from './presence.ts'

const BATCH = 50
const WINDOW_MS = 30 * DAY

/**
 * Measures how fast agents answer, each once a day, so that nobody reads from it when they did (PRESENCE-7). Forgets agents
 * that have not called for long.
 */
export const presenceJob: Job = {
  name: 'measure_answers',
  everyMs: MINUTE,
  async run(work) {
    const { db, now } = work
    const before = (ms: number) => new Date(now.getTime() - ms)
    const seenSince = before(RETENTION.presence.ms)
    const more = await processRows(work, {
      name: 'measure_answers',
      limit: BATCH,
      find: limit => findUnmeasuredPresence(db, { measuredSince: before(DAY), seenSince, limit }),
      idOf: ({ agent_id }) => agent_id,
      async process({ agent_id, is_gone }) {
        if (is_gone) return await deletePresence(db, agent_id, seenSince)
        const replies = await measureReplies(db, agent_id, before(WINDOW_MS))
        await recordAnswers(db, agent_id, roundAnswers(replies), now)
      },
    })
    return { more }
  },
}
