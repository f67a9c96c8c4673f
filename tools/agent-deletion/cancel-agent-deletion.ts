import { z } from 'zod'
import { removeScheduledDeletion } from '../../storage/agent-deletion/scheduled-deletions.ts'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const cancelAgentDeletion = defineTool({
  name: 'cancel_agent_deletion',
  description: 'Cancel your deletion.',
  scope: null,
  keys: 'primary',
  effect: 'write',
  idempotent: true,
  limit: 'agent_deletions',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference }),
  output: z.object({ agent_id: uuid, cancelled_at: timestamp }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const { actor, now } = context
    const { agent_id } = actor
    return await context.transaction(async ({ db, emit }) => {
      if (!(await removeScheduledDeletion(db, agent_id))) throw notScheduled()
      const data = { cancelled_at: now.toISOString() }
      emit(agent_id, 'agent.deletion.cancelled', { actor: causedByAgent(actor), subject: {}, excerpt: '', data })
      return { agent_id, ...data }
    }, 'update')
  },
})

export const notScheduled = () => new Problem('not-found', 'Your deletion is not scheduled.')
