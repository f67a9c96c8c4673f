import { dropOldDays } from '../../storage/endpoints/check-days.ts'
import { type DueRenewal, findDueRenewals } from '../../storage/endpoints/due-renewals.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { after, HOUR, SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { Problem } from '../core/problems/problem.ts'
import { readSettings } from '../core/setting-values.ts'
import { withoutMarketplace } from '../services/require-marketplace.ts'
import { checkPartsOf } from './check-parts.ts'
import { tryRunCheck } from './check-run.ts'

/** Evidence stays fresh this long after the last request. */
const REQUESTED_MS = HOUR
const AT_ONCE = 8
/** Two rounds of checks, of at most 20 seconds each, fit into the lease of the job. */
const BATCH = 2 * AT_ONCE

/** Uptime covers 30 days. */
const DAYS_BATCH = 1_000

/** Renews the evidence of endpoints that are in demand (ENDP-45). */
const renewal: Job = {
  name: 'renew_endpoint_evidence',
  everyMs: 15 * SECOND,
  isAlone: true,
  async run(work) {
    const { db, now } = work
    if (withoutMarketplace(await readSettings(db))) return { more: false }
    const more = await processRows(work, {
      name: 'renew_endpoint_evidence',
      limit: BATCH,
      parallel: AT_ONCE,
      find: limit => findDueRenewals(db, { requestedSince: after(now, -REQUESTED_MS), now, limit }),
      idOf: ({ service_id }) => service_id,
      process: due => renew(work, due),
    })
    return { more }
  },
}

const forgetting: Job = {
  name: 'delete_endpoint_checks',
  everyMs: HOUR,
  async run({ db, now }) {
    return { more: (await dropOldDays(db, after(now, -RETENTION.endpoint_days.ms), DAYS_BATCH)) === DAYS_BATCH }
  },
}

export const endpointsJobs: readonly Job[] = [renewal, forgetting]

async function renew(work: JobContext, { key_version, ...due }: DueRenewal): Promise<void> {
  const known = await work.keys.find(due.agent_id, { fresh: true })
  if (known?.key_version !== key_version) return
  const { key, key_fingerprint } = known
  try {
    await tryRunCheck(checkPartsOf(work), { ...due, service_status: 'active', key, key_version, key_fingerprint })
  } catch (error) {
    // It was changed in the meantime, and is no longer due.
    if (!(error instanceof Problem)) throw error
  }
}
