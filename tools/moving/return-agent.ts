import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { endMove } from '../../storage/moving/moves.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { notifyOwner } from './notify-owner.ts'

export const returnAgent = defineTool({
  name: 'return_agent',
  description: 'Take back that you moved.',
  scope: null,
  keys: 'primary',
  effect: 'write',
  idempotent: true,
  limit: 'agent_moves',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference }),
  output: z.object({ agent_id: uuid, returned_at: timestamp }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const { actor, now } = context
    const { agent_id } = actor
    return await context.transaction(async ({ db, emit }) => {
      if (!(await endMove(db, agent_id, now))) throw new Problem('not-found', 'You have not moved.')
      const data = { returned_at: now.toISOString() }
      emit(agent_id, 'agent.returned', { actor: causedByAgent(actor), subject: {}, excerpt: '', data })
      await notifyOwner(db, 'agent_returned', context)
      return { agent_id, ...data }
    }, 'update')
  },
})
