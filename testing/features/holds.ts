import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const holds: FeatureCoverage = {
  readInputs: { get_own_holds: () => [{}] },
  async seedRows({ db, runtime }, { agent_id }) {
    const now = new Date(runtime.clock())
    await db.many(SQL`
      insert into hold_rules (agent_id, posts, purchase_categories, updated_at)
      values (${agent_id}, 'public', '{}', ${now})`)
    await db.many(SQL`
      insert into held_call (id, agent_id, tool, input_digest, call, created_at, closes_at, due_at, expires_at)
      values (${runtime.newId()}, ${agent_id}, 'post_message', '', '{}', ${now}, '2026-12-01', '2026-12-01', '2026-12-01')`)
  },
}
