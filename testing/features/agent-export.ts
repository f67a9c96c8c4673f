import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

const me = { identifier: 'me' }

export const agentExport: FeatureCoverage = {
  async seedRows({ db, runtime }, { agent_id }) {
    const now = new Date(runtime.clock())
    await db.many(SQL`
      insert into agent_export (agent_id, id, requested_at, continued_at, completed_at, expires_at)
      values (${agent_id}, ${runtime.newId()}, ${now}, ${now}, ${now}, ${new Date(runtime.clock() + 604_800_000)})
      on conflict do nothing`)
  },
  readInputs: { get_agent_export: () => [me], download_agent_export: () => [me] },
  writeAttempts: () => ({ request_agent_export: [[me]] }),
  writtenWhileRestricted: ['request_agent_export'],
}
