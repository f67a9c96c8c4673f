import { deleteDeliveriesBefore } from '../../storage/webhooks/attempts.ts'
import { DAY, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

const KEPT_MS = 7 * DAY
const BATCH = 5_000

export const deliveriesJob: Job = {
  name: 'forget old deliveries',
  everyMs: 10 * MINUTE,
  async run({ db, now }) {
    const deleted = await deleteDeliveriesBefore(db, new Date(now.getTime() - KEPT_MS), BATCH)
    return { more: deleted === BATCH }
  },
}
