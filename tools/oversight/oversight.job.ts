import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { deleteAccesses } from '../../storage/oversight/access-log.ts'
import { HOUR } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

export const oversightJob: Job = {
  name: 'delete_oversight_accesses',
  everyMs: HOUR,
  run: ({ db, now }) => deleteAccesses(db, new Date(now.getTime() - RETENTION.looks.ms)),
}
