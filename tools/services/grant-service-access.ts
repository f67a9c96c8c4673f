import { z } from 'zod'
import { insertGrant } from '../../storage/services/grants.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireAgent } from '../agents/target.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'
import { mutableProblems, requireMutable, serviceId } from './service.ts'

const MOST = 1_000

export const grantServiceAccess = defineTool({
  name: 'grant_service_access',
  description: 'Let an agent use a gated service of yours; it is not told.',
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
      const row = await insertGrant(db, { service_id, agent_id, created_at: context.now }, MOST)
      if (!row) throw new Problem('service-limit', `You let ${MOST} agents use this service.`)
      return { service_id, agent_id, granted: true as const, granted_at: row.created_at }
    })
  },
})
