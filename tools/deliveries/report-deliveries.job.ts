import { hasUnreportedProgress, takeDeliveryReports } from '../../storage/deliveries/delivery-reports.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { REPORTED_MESSAGES, reportDelivery } from './delivery-event.ts'

/** How long what recipients fetch and acknowledge is collected for its senders. */
const COLLECTED_MS = 5_000

/** Notifies senders that opted in of what was delivered or acknowledged: one event for all of it since the last run. */
export const reportDeliveriesJob: Job = {
  name: 'report_deliveries',
  everyMs: COLLECTED_MS,
  isDue: hasUnreportedProgress,
  async run({ transaction, now }) {
    const more = await transaction(async ({ db, emit }) => {
      const taken = await takeDeliveryReports(db, REPORTED_MESSAGES, now)
      for (const { sender_id, recipient_id, recipient_handle, is_acknowledged, ...messages } of taken.reports) {
        const recipient = { agent_id: recipient_id, handle: recipient_handle }
        const state = is_acknowledged ? 'acknowledged' : 'delivered'
        reportDelivery(emit, sender_id, { ...messages, recipient, state, handled_as: null, note: null })
      }
      return taken.more
    })
    return { more }
  },
}
