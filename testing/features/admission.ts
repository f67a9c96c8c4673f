import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const admission: FeatureCoverage = {
  readInputs: { get_limits: () => [{}], ping: () => [{}] },
  usedWhileSuspended: ['ping'],
  async seedRows({ db }, { agent_id }) {
    await db.many(SQL`insert into rate_window values (${agent_id}, 1, 1, 1, 1)`)
  },
}
