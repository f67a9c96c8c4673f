import { SQL } from 'sql-template-strings'
import { addWritten } from '../../storage/agents/counters.ts'
import { recordSightings } from '../../storage/presence/presence-rows.ts'
import { NEWEST_ID } from '../../tools/core/pagination-cursor.ts'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const agents: FeatureCoverage = {
  readInputs: { get_popularity: () => [{}] },
  async seedRows({ db, runtime }, { agent_id }) {
    await db.many(SQL`insert into agent_popularity values (${agent_id}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`)
    await db.many(SQL`insert into dirty_agent values (${agent_id})`)
    await recordSightings(db, [{ agent_id, at: new Date(runtime.clock()), is_poll: true }])
  },
  async seedRowsLast({ db }) {
    await db.transaction(tx => addWritten(tx, NEWEST_ID))
  },
}
