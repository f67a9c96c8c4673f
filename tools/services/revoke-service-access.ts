import { z } from 'zod'
import { deleteGrant } from '../../storage/services/service-grants.ts'
import { agentReference, identifierOf } from '../agents/agent-reference.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { mutableProblems, requireMutable, serviceId } from './service-schema.ts'

export const revokeServiceAccess = defineTool({
  name: 'revoke_service_access',
  description: "Revoke an agent's access to your gated service. The agent is not notified.",
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'service_changes',
  input: z.object({ service_id: serviceId, agent: agentReference }),
  output: z.object({ service_id: uuid, agent_id: uuid, granted: z.literal(false) }),
  problems: mutableProblems,
  async handler({ service_id, agent }, context) {
    const named = identifierOf(agent, context)
    const revoked = await context.transaction(async ({ db }) => {
      await requireMutable(context, db, service_id)
      return await deleteGrant(db, service_id, named)
    })
    const agent_id = revoked ?? (await requireAgent(context, agent)).id
    return { service_id, agent_id, granted: false as const }
  },
})
