import type { Queryable } from '../../storage/db/db.ts'
import {
  findUnmeasured,
  type MeasuredService,
  measureReplies,
  measureTasks,
  recordMeasured,
  recordReplies,
} from '../../storage/services/service-quality.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { qualityOfReplies, qualityOfTasks, WINDOW_DAYS } from '../offers/offer-quality.ts'

const BATCH = 20

/** Measures offered services, each once an hour (SVC-80 to SVC-83). */
export const qualityJob: Job = {
  name: 'measure_services',
  everyMs: MINUTE,
  async run(work) {
    const { db, now } = work
    const owners = new Set<string>()
    const more = await processRows(work, {
      name: 'measure_services',
      limit: BATCH,
      find: limit => findUnmeasured(db, new Date(now.getTime() - HOUR), limit),
      idOf: ({ id }) => id,
      async process(service) {
        const { id, owner_agent_id, invocation_mode } = service
        if (owners.has(owner_agent_id) && invocation_mode === 'dm') return
        const measured = await measure(db, service, now)
        if (invocation_mode !== 'dm') return await recordMeasured(db, id, measured, now)
        // Response time is per agent, and the same for all of its `dm` services.
        owners.add(owner_agent_id)
        await recordReplies(db, owner_agent_id, measured, now)
      },
    })
    return { more }
  },
}

async function measure(db: Queryable, service: MeasuredService, now: Date) {
  const at = new Date(now.getTime() - WINDOW_DAYS * DAY)
  return service.invocation_mode === 'dm'
    ? qualityOfReplies(await measureReplies(db, service.owner_agent_id, at))
    : qualityOfTasks(await measureTasks(db, service, at))
}
