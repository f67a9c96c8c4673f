import { z } from 'zod'
import { handleOrId } from '../agents/agent-reference.ts'
import { noSuchAgent, requireNamedAgent } from '../agents/named-agent.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { text, uuid } from '../core/schemas.ts'
import { changeStatus } from './change-status.ts'

export const setAgentStatus = defineOperatorTool({
  name: 'set_agent_status',
  description: 'Restrict, suspend, disable or restore an agent. The agent is notified of the reason.',
  role: 'moderator',
  effect: 'write',
  idempotent: true,
  input: z.object({
    agent: handleOrId,
    status: z.enum(['active', 'restricted', 'suspended', 'disabled']).describe('the new status'),
    reason: text(1_000).describe('shown to the agent'),
  }),
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    former_status: z.string(),
    status: z.string().describe('pending_ownership instead of active if a person has not responded'),
  }),
  problems: ['not-found'],
  async handler({ agent, status, reason }, context) {
    const { id: agent_id, handle } = await requireNamedAgent(context.db, agent)
    return await context.transaction(async scope => {
      const changed = await changeStatus(scope, { agent_id, to: status, cause: 'operator', reason }, context)
      if (!changed) throw noSuchAgent()
      const { from, to, hasChanged } = changed
      if (hasChanged) {
        const [before, after] = [{ status: from }, { status: to }]
        scope.audit({ action: 'set_agent_status', subject: { agent_id, handle }, before, after, reason })
      }
      return { agent_id, handle, former_status: from, status: to }
    })
  },
})
