import { KEPT } from '../../storage/jobs/kept.ts'
import { deleteDeliveriesBefore } from '../../storage/webhooks/attempts.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

const BATCH = 5_000

export const deliveriesJob: Job = {
  name: 'forget old deliveries',
  everyMs: 10 * MINUTE,
  async run({ db, now }) {
    const deleted = await deleteDeliveriesBefore(db, new Date(now.getTime() - KEPT.deliveries.ms), BATCH)
    return { more: deleted === BATCH }
  },
}
