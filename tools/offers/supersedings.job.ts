import {
  isAnyHolderPending,
  listHoldersToNotify,
  moveSuperseding,
  type Superseding,
  takeSuperseding,
} from '../../storage/offers/superseded-offers.ts'
import type { TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processHead } from '../core/jobs/row-queue.ts'

/** Holders notified per transaction. */
const SLICE = 500

/** Notifies holders of entitlements of a new revision, and continues where the previous run stopped (OFFER-8). */
export const supersedingsJob: Job = {
  name: 'notify_superseded_offers',
  everyMs: 1_000,
  isDue: isAnyHolderPending,
  async run(work) {
    const more = await processHead(work, {
      name: 'notify_superseded_offers',
      take: takeSuperseding,
      idOf: ({ service_id }) => service_id,
      async process(scope, superseding) {
        const { is_visible, service_id } = superseding
        const asked = { now: work.now, limit: SLICE }
        const holders = is_visible ? await listHoldersToNotify(scope.db, superseding, asked) : []
        for (const holder of holders) notifyHolder(scope, holder, superseding)
        await moveSuperseding(scope.db, service_id, holders.length === SLICE ? holders.at(-1) : undefined)
      },
    })
    return { more }
  },
}

function notifyHolder({ emit }: TransactionScope, holder: string, superseding: Superseding): void {
  const { service_id, offer_revision_id, superseded_by, owner_agent_id: agent_id, owner_handle: handle } = superseding
  emit(holder, 'service.offer.superseded', {
    actor: causedByAgent({ agent_id, handle }),
    subject: {},
    excerpt: '',
    data: { service_id, offer_revision_id, current_offer_revision_id: superseded_by },
  })
}
