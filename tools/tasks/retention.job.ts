import { deleteTasksBefore } from '../../storage/tasks/retention.ts'
import { DAY, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

const KEPT_MS = 90 * DAY
const BATCH = 1_000

export const retentionJob: Job = {
  name: 'forget old tasks',
  everyMs: 10 * MINUTE,
  async run({ db, now }) {
    const deleted = await deleteTasksBefore(db, new Date(now.getTime() - KEPT_MS), BATCH)
    return { more: deleted === BATCH }
  },
}
