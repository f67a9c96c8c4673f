import { listDueDomains, recordDomainCheck } from '../../storage/did/agent-domains.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'
import { didOf } from './did.ts'
import { isProvenBy } from './domain-proof.ts'

/** How often a domain is fetched again. */
export const DOMAIN_CHECK_MS = DAY
/** A domain that is away for a day or two stays. */
const MAX_FAILURES = 3
const BATCH = 20

/** Stops showing domains that no longer name their agent (DID-13). It waits for them, so it runs independently. */
export const checkDomainsJob: Job = {
  name: 'check_agent_domains',
  everyMs: MINUTE,
  isAlone: true,
  async run(context) {
    const { db, now, egress, installation, transaction } = context
    const more = await processRows(context, {
      name: 'check_agent_domains',
      limit: BATCH,
      parallel: 5,
      find: limit => listDueDomains(db, now, limit),
      idOf: ({ agent_id }) => agent_id,
      async process({ agent_id, domain }) {
        const isProven = await isProvenBy(egress, domain, didOf(installation, agent_id))
        const check_at = new Date(now.getTime() + DOMAIN_CHECK_MS)
        await transaction(async scope => {
          const check = { agent_id, domain, isProven, check_at, maxFailures: MAX_FAILURES }
          if (!(await recordDomainCheck(scope.db, check))) return
          const data = { domain }
          scope.emit(agent_id, 'agent.domain.lost', { actor: { kind: 'platform' }, subject: {}, excerpt: '', data })
        })
      },
    })
    return { more }
  },
}
