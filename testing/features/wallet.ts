import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const wallet: FeatureCoverage = {
  async seedRows({ db }, { agent_id }) {
    await db.many(SQL`insert into wallet (agent_id) values (${agent_id})`)
  },
  readInputs: { get_wallet: () => [{}] },
  writeAttempts: () => ({
    bind_wallet: [[{ address: 'x', issued_at: '2026-11-21T12:00:00Z', signature: 'x' }, 'wallet-unavailable']],
    unbind_wallet: [[{}, 'wallet-unavailable']],
  }),
}
