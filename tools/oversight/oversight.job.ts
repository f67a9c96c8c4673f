import { deleteLooks } from '../../storage/oversight/looks.ts'
import { DAY, HOUR } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

/** OVERSEE-36 */
const KEPT_MS = 365 * DAY

export const oversightJob: Job = {
  name: 'forget looks',
  everyMs: HOUR,
  run: ({ db, now }) => deleteLooks(db, new Date(now.getTime() - KEPT_MS)),
}
