import { SQL } from 'sql-template-strings'
import type { Family } from '../family.ts'

export const wallet: Family = {
  async settle({ db }, { agent_id }) {
    await db.many(SQL`insert into wallet (agent_id) values (${agent_id})`)
  },
  asked: { get_wallet: () => [{}] },
  tried: () => ({
    bind_wallet: [[{ address: 'x', issued_at: '2026-11-21T12:00:00Z', signature: 'x' }, 'wallet-unavailable']],
    unbind_wallet: [[{}, 'wallet-unavailable']],
  }),
}
