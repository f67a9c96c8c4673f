import { dropOldDays } from '../../storage/endpoints/days.ts'
import { type DueRow, findDue } from '../../storage/endpoints/renewal.ts'
import { KEPT } from '../../storage/jobs/kept.ts'
import { after, HOUR, SECOND } from '../kernel/durations.ts'
import type { Job, JobContext } from '../kernel/jobs.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { processRows } from '../kernel/row-queue.ts'
import { readSettings } from '../kernel/settings.ts'
import { withoutMarketplace } from '../services/marketplace.ts'
import { partsOf } from './check-parts.ts'
import { tryCheck } from './check-run.ts'

/** What was asked for within so long is kept fresh. */
const ASKED_MS = HOUR
const AT_ONCE = 8
/** Two rounds of checks, of 20 seconds each at the most, are well within the lease of a job. */
const BATCH = 2 * AT_ONCE

/** Uptime goes by 30 days. */
const DAYS_BATCH = 1_000

/** Keeps the evidence fresh of those endpoints that somebody wants to use (ENDP-45). */
const renewal: Job = {
  name: 'renew evidence of endpoints',
  everyMs: 15 * SECOND,
  isAlone: true,
  async run(work) {
    const { db, now } = work
    if (withoutMarketplace(await readSettings(db))) return { more: false }
    const more = await processRows(work, {
      name: 'renew evidence of endpoints',
      limit: BATCH,
      parallel: AT_ONCE,
      find: limit => findDue(db, { asked: after(now, -ASKED_MS), now, limit }),
      idOf: ({ service_id }) => service_id,
      process: due => renew(work, due),
    })
    return { more }
  },
}

const forgetting: Job = {
  name: 'forget old checks of endpoints',
  everyMs: HOUR,
  async run({ db, now }) {
    return { more: (await dropOldDays(db, after(now, -KEPT.endpoint_days.ms), DAYS_BATCH)) === DAYS_BATCH }
  },
}

export const endpointsJobs: readonly Job[] = [renewal, forgetting]

async function renew(work: JobContext, { key_version, ...due }: DueRow): Promise<void> {
  const known = await work.keys.find(due.agent_id, { fresh: true })
  if (known?.key_version !== key_version) return
  const { key, key_fingerprint } = known
  try {
    await tryCheck(partsOf(work), { ...due, service_status: 'active', key, key_version, key_fingerprint })
  } catch (error) {
    // It was changed meanwhile, and is due no more.
    if (!(error instanceof Problem)) throw error
  }
}
