import { KEPT } from '../../storage/jobs/kept.ts'
import { deleteLooks } from '../../storage/oversight/looks.ts'
import { HOUR } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

export const oversightJob: Job = {
  name: 'forget looks',
  everyMs: HOUR,
  run: ({ db, now }) => deleteLooks(db, new Date(now.getTime() - KEPT.looks.ms)),
}
