import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { deleteClientsBeyond } from '../../../storage/oauth/oauth-clients.ts'
import { MINUTE } from '../../core/durations.ts'
import type { Job } from '../../core/jobs/job-runner.ts'
import { unusedClientExpiry } from './client-lifetimes.ts'

const BATCH = 5_000

/** Deletes unused clients: anybody can register from many addresses, so old ones make space for new ones (OAUTH-10). */
export const unusedClientsJob: Job = {
  name: 'delete_unused_clients',
  everyMs: MINUTE,
  async run({ db, now }) {
    const { limit } = RESOURCE_LIMITS.unused_clients
    const deleted = await deleteClientsBeyond(db, unusedClientExpiry(now), limit, BATCH)
    return { more: deleted === BATCH }
  },
}
