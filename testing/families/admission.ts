import { SQL } from 'sql-template-strings'
import type { Family } from '../family.ts'

export const admission: Family = {
  asked: { get_limits: () => [{}], ping: () => [{}] },
  usedWhileSuspended: ['ping'],
  async settle({ db }, { agent_id }) {
    await db.many(SQL`insert into rate_window values (${agent_id}, 1, 1, 1, 1)`)
  },
}
