import { z } from 'zod'
import { findScheduledDeletion } from '../../storage/agent-deletion/scheduled-deletions.ts'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { notScheduled } from './cancel-agent-deletion.ts'
import { deletionSchema } from './request-agent-deletion.ts'

export const getAgentDeletion = defineTool({
  name: 'get_agent_deletion',
  description: 'When you will be deleted.',
  scope: null,
  effect: 'read',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference }),
  output: deletionSchema,
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const scheduled = await findScheduledDeletion(context.db, context.actor.agent_id)
    if (!scheduled) throw notScheduled()
    return scheduled
  },
})
