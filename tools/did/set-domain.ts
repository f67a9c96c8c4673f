import { z } from 'zod'
import { putAgentDomain } from '../../storage/did/agent-domains.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { DOMAIN_CHECK_MS } from './check-domains.job.ts'
import { didOf } from './did.ts'
import { isProvenBy, PROOF_PATH } from './domain-proof.ts'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`)

export const domainSchema = z.object({ agent_id: uuid, domain: z.string(), verified_at: timestamp })

export const setDomain = defineTool({
  name: 'set_domain',
  description: 'Show a domain as yours, which names you in a file.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'domain_changes',
  input: z.object({
    identifier: agentReference,
    domain: z
      .string()
      .toLowerCase()
      .max(253)
      .regex(DOMAIN, 'must be a domain name, such as ada.example')
      .describe('without scheme or port'),
  }),
  example: { input: { domain: 'ada.example' } },
  output: domainSchema,
  problems: ['not-found', 'not-own-agent', 'domain-not-proven'],
  async handler({ identifier, domain }, context) {
    await requireOneself(context, identifier)
    const { actor, egress, installation, now, transaction } = context
    const { agent_id } = actor
    const did = didOf(installation, agent_id)
    if (!(await isProvenBy(egress, domain, did))) throw notProven(domain, did)
    const check_at = new Date(now.getTime() + DOMAIN_CHECK_MS)
    const proven = await transaction(({ db }) => putAgentDomain(db, { agent_id, domain, now, check_at }))
    return { agent_id, ...proven }
  },
})

/** Whatever the domain responded, the problem is the same, so that nothing behind it can be probed. */
const notProven = (domain: string, did: string) =>
  new Problem('domain-not-proven', 'The domain does not say that it belongs to this agent.', {
    url: `https://${domain}${PROOF_PATH}`,
    expected: { agents: [did] },
  })
