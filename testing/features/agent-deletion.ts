import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const agentDeletion: FeatureCoverage = {
  async seedRows({ db, runtime }, { agent_id }) {
    const now = new Date(runtime.clock())
    const later = new Date(runtime.clock() + 604_800_000)
    await db.many(SQL`
      insert into agent_deletion (agent_id, requested_at, deletes_at) values (${agent_id}, ${now}, ${later})
      on conflict do nothing`)
  },
  readInputs: { get_agent_deletion: () => [{ identifier: 'me' }] },
  writeAttempts: () => ({
    cancel_agent_deletion: [[{ identifier: 'me' }, 'not-found']],
    request_agent_deletion: [[{ identifier: 'me' }]],
  }),
  writtenWhileRestricted: ['cancel_agent_deletion', 'request_agent_deletion'],
  usedWhileSuspended: ['cancel_agent_deletion', 'get_agent_deletion', 'request_agent_deletion'],
}
