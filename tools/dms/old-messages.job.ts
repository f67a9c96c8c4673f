import { deleteMessagesBelow } from '../../storage/dms/old-messages.ts'
import { DAY, HOUR } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { readSettings } from '../kernel/settings.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'

export const oldMessagesJob: Job = {
  name: 'delete old messages',
  everyMs: HOUR,
  async run({ db, now }) {
    const days = (await readSettings(db))['dms.kept_days']
    if (days === 0) return { more: false }
    return await deleteMessagesBelow(db, lowestIdAt(Math.max(0, now.getTime() - days * DAY)))
  },
}
