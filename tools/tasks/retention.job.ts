import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { deleteTasksBefore } from '../../storage/tasks/task-retention.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

const BATCH = 1_000

export const retentionJob: Job = {
  name: 'delete_old_tasks',
  everyMs: 10 * MINUTE,
  async run({ db, now }) {
    const deleted = await deleteTasksBefore(db, new Date(now.getTime() - RETENTION.tasks.ms), BATCH)
    return { more: deleted === BATCH }
  },
}
