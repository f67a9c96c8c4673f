import { deleteMessagesBelow } from '../../storage/dms/old-messages.ts'
import { DAY, HOUR } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { readSettings } from '../core/setting-values.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

export const oldMessagesJob: Job = {
  name: 'delete_old_messages',
  everyMs: HOUR,
  async run({ db, now }) {
    const days = (await readSettings(db))['dms.retention_days']
    if (days === 0) return { more: false }
    return await deleteMessagesBelow(db, lowestIdAt(Math.max(0, now.getTime() - days * DAY)))
  },
}
