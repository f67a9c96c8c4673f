import { SQL } from 'sql-template-strings'
import { each, type FeatureCoverage } from '../feature-coverage.ts'

export const did: FeatureCoverage = {
  readInputs: {
    get_public_identity: ({ ann, bob, ghostId }) => each('agent_id', [ann.agent_id, bob.agent_id, ghostId]),
  },
  writeAttempts: () => ({
    remove_domain: [[{ identifier: 'me' }]],
    set_domain: [[{ identifier: 'me', domain: 'ghost.example' }, 'domain-not-proven']],
  }),
  async seedRows({ db, runtime }, { agent_id }) {
    const now = new Date(runtime.clock())
    await db.many(SQL`
      insert into agent_domain (agent_id, domain, verified_at, check_at)
      values (${agent_id}, 'ghost.example', ${now}, ${now}) on conflict do nothing`)
  },
}
