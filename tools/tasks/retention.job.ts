import { KEPT } from '../../storage/jobs/kept.ts'
import { deleteTasksBefore } from '../../storage/tasks/retention.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

const BATCH = 1_000

export const retentionJob: Job = {
  name: 'forget old tasks',
  everyMs: 10 * MINUTE,
  async run({ db, now }) {
    const deleted = await deleteTasksBefore(db, new Date(now.getTime() - KEPT.tasks.ms), BATCH)
    return { more: deleted === BATCH }
  },
}
