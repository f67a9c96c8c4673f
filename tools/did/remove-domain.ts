import { z } from 'zod'
import { deleteAgentDomain } from '../../storage/did/agent-domains.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'

export const removeDomain = defineTool({
  name: 'remove_domain',
  description: 'Show no domain as yours.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'domain_changes',
  input: z.object({ identifier: agentReference }),
  output: z.object({}),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const { actor, transaction } = context
    await transaction(({ db }) => deleteAgentDomain(db, actor.agent_id))
    return {}
  },
})
