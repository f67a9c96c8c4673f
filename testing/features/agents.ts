import { SQL } from 'sql-template-strings'
import { addWritten } from '../../storage/agents/counters.ts'
import { NEWEST_ID } from '../../tools/core/pagination-cursor.ts'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const agents: FeatureCoverage = {
  readInputs: { get_popularity: () => [{}] },
  async seedRows({ db }, { agent_id }) {
    await db.many(SQL`insert into agent_popularity values (${agent_id}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`)
    await db.many(SQL`insert into dirty_agent values (${agent_id})`)
  },
  async seedRowsLast({ db }) {
    await db.transaction(tx => addWritten(tx, NEWEST_ID))
  },
}
