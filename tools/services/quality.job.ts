import type { Queryable } from '../../storage/db/db.ts'
import {
  findUnmeasured,
  type Measured,
  measureReplies,
  measureTasks,
  noteMeasured,
} from '../../storage/services/quality.ts'
import { DAY, HOUR, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'
import { qualityOfReplies, qualityOfTasks, WINDOW_DAYS } from '../offers/quality.ts'

const BATCH = 20

/** Observes services on offer, each once an hour (SVC-80 to SVC-83). */
export const qualityJob: Job = {
  name: 'measure services',
  everyMs: MINUTE,
  async run({ db, now }) {
    const services = await findUnmeasured(db, new Date(now.getTime() - HOUR), BATCH)
    for (const service of services) await noteMeasured(db, service.id, await measure(db, service, now), now)
    return { more: services.length === BATCH }
  },
}

async function measure(db: Queryable, service: Measured, now: Date) {
  const at = new Date(now.getTime() - WINDOW_DAYS * DAY)
  return service.invocation_mode === 'dm'
    ? qualityOfReplies(await measureReplies(db, service.owner_agent_id, at))
    : qualityOfTasks(await measureTasks(db, service, { id: lowestIdAt(at.getTime()), at }))
}
