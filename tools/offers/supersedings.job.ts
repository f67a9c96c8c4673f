import {
  isAnyoneUntold,
  listUntoldHolders,
  moveSuperseding,
  type Superseding,
  takeSuperseding,
} from '../../storage/offers/supersedings.ts'
import type { TransactionScope } from '../kernel/context.ts'
import { byAgent } from '../kernel/events.ts'
import type { Job } from '../kernel/jobs.ts'
import { processHead } from '../kernel/row-queue.ts'

/** Holders that one transaction tells. */
const SLICE = 500

/** Tells who has a right to a service that it is offered anew: whoever takes over goes on where it stopped (OFFER-8). */
export const supersedingsJob: Job = {
  name: 'tell of superseded offers',
  everyMs: 1_000,
  isDue: isAnyoneUntold,
  async run(work) {
    const more = await processHead(work, {
      name: 'tell of superseded offers',
      take: takeSuperseding,
      idOf: ({ service_id }) => service_id,
      async process(scope, superseding) {
        const { is_heard, service_id } = superseding
        const asked = { now: work.now, limit: SLICE }
        const holders = is_heard ? await listUntoldHolders(scope.db, superseding, asked) : []
        for (const holder of holders) tell(scope, holder, superseding)
        await moveSuperseding(scope.db, service_id, holders.length === SLICE ? holders.at(-1) : undefined)
      },
    })
    return { more }
  },
}

function tell({ emit }: TransactionScope, holder: string, superseding: Superseding): void {
  const { service_id, offer_revision_id, superseded_by, owner_agent_id: agent_id, owner_handle: handle } = superseding
  emit(holder, 'service.offer.superseded', {
    actor: byAgent({ agent_id, handle }),
    subject: {},
    excerpt: '',
    data: { service_id, offer_revision_id, current_offer_revision_id: superseded_by },
  })
}
