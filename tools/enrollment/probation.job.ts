import { endProbation } from '../../storage/agents/probation.ts'
import { HOUR, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { readSettings } from '../core/setting-values.ts'

const BATCH = 500

/** Ends the probation of agents whose time is over, or if the setting was shortened (ENROLL-86). */
export const probationJob: Job = {
  name: 'end_probation',
  everyMs: MINUTE,
  async run({ db, now }) {
    const { 'enrollment.listed_after_hours': hours } = await readSettings(db)
    const brought = await endProbation(db, now, new Date(now.getTime() - hours * HOUR), BATCH)
    return { more: brought === BATCH }
  },
}
