import { z } from 'zod'
import { findAgent } from '../../storage/agents.ts'
import { defineOperatorTool } from '../define.ts'
import { Problem } from '../problems.ts'
import { text, uuid } from '../schemas.ts'
import { agentReference, readIdentifier } from './identifier.ts'
import { changeStatus, restoredStatus } from './status.ts'

export const setAgentStatus = defineOperatorTool({
  name: 'set_agent_status',
  description: 'Restrict, suspend, disable or restore an agent; it is told why.',
  effect: 'write',
  idempotent: true,
  input: z.object({
    agent: agentReference.describe('handle or id'),
    status: z.enum(['active', 'restricted', 'suspended', 'disabled']),
    reason: text(1_000).describe('shown to the agent'),
  }),
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    former_status: z.string(),
    status: z.string().describe('pending_ownership in place of active, while a person has not answered'),
  }),
  problems: ['not-found'],
  async handler({ agent, status, reason }, context) {
    const found = await findAgent(context.db, readIdentifier(agent))
    if (!found) throw noSuchAgent()
    const { id: agent_id, handle } = found
    return await context.transaction(async scope => {
      const to = status === 'active' ? await restoredStatus(scope, agent_id) : status
      const from = await changeStatus(scope, { agent_id, to, cause: 'operator', reason }, context)
      if (from === undefined) throw noSuchAgent()
      if (from !== to) {
        const [before, after] = [{ status: from }, { status: to }]
        scope.audit({ action: 'agent.status.set', subject: { agent_id, handle }, before, after, reason })
      }
      return { agent_id, handle, former_status: from, status: to }
    })
  },
})

const noSuchAgent = () => new Problem('not-found', 'There is no such agent.')
