import {
  addActions,
  countActions,
  countAgents,
  deleteOldHistory,
  lockHistoryRun,
  moveHistoryRun,
  type Span,
} from '../../storage/overview/load-history.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

/** Activity of this age is committed. */
const LATE_MS = 2 * MINUTE
/** After a long interruption, older activity is skipped. */
const BACK_MS = 2 * DAY
const MINUTES_A_PIECE = 30

export const HISTORY_RETENTION_MS: Readonly<Record<Span, number>> = {
  minute: 2 * DAY,
  hour: 62 * DAY,
  day: 1_830 * DAY,
}

/** Counts the activity of agents per minute, hour and day, for operators' charts, and deletes old rows. */
export const historyJob: Job = {
  name: 'record_load_history',
  everyMs: MINUTE,
  run: ({ transaction, now }) =>
    transaction(async ({ db }) => {
      const end = Math.floor((now.getTime() - LATE_MS) / MINUTE) * MINUTE
      const run = await lockHistoryRun(db, new Date(end - HOUR))
      const agents = now.getTime() - Date.parse(run.agents_at) >= HOUR ? await countAgents(db, now) : run.agents
      const start = Math.max(Date.parse(run.counted_to), end - BACK_MS)
      const stop = Math.min(end, start + MINUTES_A_PIECE * MINUTE)
      for (let at = start; at < stop; at += MINUTE) {
        const actions = await countActions(db, lowestIdAt(at), lowestIdAt(at + MINUTE))
        await addActions(db, { ...actions, agents }, new Date(at))
      }
      if (stop > start) await moveHistoryRun(db, new Date(stop))
      for (const span of ['minute', 'hour', 'day'] as const) {
        await deleteOldHistory(db, span, new Date(now.getTime() - HISTORY_RETENTION_MS[span]))
      }
      return { more: stop < end }
    }),
}
