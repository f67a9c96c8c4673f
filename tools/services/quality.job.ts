import type { Queryable } from '../../storage/db/db.ts'
import {
  findUnmeasured,
  type Measured,
  measureReplies,
  measureTasks,
  noteMeasured,
  noteReplies,
} from '../../storage/services/quality.ts'
import { DAY, HOUR, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { qualityOfReplies, qualityOfTasks, WINDOW_DAYS } from '../offers/quality.ts'

const BATCH = 20

/** Observes services on offer, each once an hour (SVC-80 to SVC-83). */
export const qualityJob: Job = {
  name: 'measure services',
  everyMs: MINUTE,
  async run({ db, now }) {
    const services = await findUnmeasured(db, new Date(now.getTime() - HOUR), BATCH)
    const owners = new Set<string>()
    for (const service of services) {
      const { id, owner_agent_id, invocation_mode } = service
      if (owners.has(owner_agent_id) && invocation_mode === 'dm') continue
      const measured = await measure(db, service, now)
      // How soon an agent replies is the same for all that it offers to talk about.
      if (invocation_mode !== 'dm') await noteMeasured(db, id, measured, now)
      else {
        owners.add(owner_agent_id)
        await noteReplies(db, owner_agent_id, measured, now)
      }
    }
    return { more: services.length === BATCH }
  },
}

async function measure(db: Queryable, service: Measured, now: Date) {
  const at = new Date(now.getTime() - WINDOW_DAYS * DAY)
  return service.invocation_mode === 'dm'
    ? qualityOfReplies(await measureReplies(db, service.owner_agent_id, at))
    : qualityOfTasks(await measureTasks(db, service, at))
}
