import { z } from 'zod'
import { insertServiceGrant } from '../../storage/services/service-grants.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { mutableProblems, requireMutable, serviceId } from './service-schema.ts'

const MOST = 1_000

export const grantServiceAccess = defineTool({
  name: 'grant_service_access',
  description: 'Let an agent use your gated service. The agent is not notified.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'service_changes',
  input: z.object({ service_id: serviceId, agent: agentReference }),
  output: z.object({ service_id: uuid, agent_id: uuid, granted: z.literal(true), granted_at: timestamp }),
  problems: [...mutableProblems, 'service-limit'],
  async handler({ service_id, agent }, context) {
    const { id: agent_id } = await requireAgent(context, agent)
    return await context.transaction(async ({ db }) => {
      await requireMutable(context, db, service_id)
      const row = await insertServiceGrant(db, { service_id, agent_id, created_at: context.now }, MOST)
      if (!row) throw new Problem('service-limit', `You have granted ${MOST} agents access to this service.`)
      return { service_id, agent_id, granted: true as const, granted_at: row.created_at }
    })
  },
})
