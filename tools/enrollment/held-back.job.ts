import { bringForward } from '../../storage/agents/held-back.ts'
import { HOUR, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { readSettings } from '../kernel/settings.ts'

const BATCH = 500

/** Newcomers are come upon once their time is over, or the time of all is shorter than theirs was (ENROLL-86). */
export const heldBackJob: Job = {
  name: 'bring newcomers forward',
  everyMs: MINUTE,
  async run({ db, now }) {
    const { 'enrollment.listed_after_hours': hours } = await readSettings(db)
    const brought = await bringForward(db, now, new Date(now.getTime() - hours * HOUR), BATCH)
    return { more: brought === BATCH }
  },
}
