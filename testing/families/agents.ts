import { SQL } from 'sql-template-strings'
import { countWritten } from '../../storage/agents/tallies.ts'
import { NEWEST } from '../../tools/kernel/cursor.ts'
import type { Family } from '../family.ts'

export const agents: Family = {
  asked: { get_popularity: () => [{}] },
  async settle({ db }, { agent_id }) {
    await db.many(SQL`insert into agent_popularity values (${agent_id}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`)
    await db.many(SQL`insert into agent_touched values (${agent_id})`)
  },
  async settleLast({ db }) {
    await db.transaction(tx => countWritten(tx, NEWEST))
  },
}
