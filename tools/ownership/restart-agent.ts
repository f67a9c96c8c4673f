import { z } from 'zod'
import { type AgentStatus, statusName } from '../../storage/agents/status-locks.ts'
import { listStatusChanges, type StatusChangeRow } from '../../storage/ownership/owned-agents.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { lockOwnedAgent } from './ownership-rules.ts'

const REASON = 'Your owner restored you.'

export const restartAgent = definePersonTool({
  name: 'restart_agent',
  description: 'Restore an agent that its owner disabled, to its previous status.',
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), status: z.string() }),
  problems: ['not-found', 'not-stopped-by-owner'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle, status } = await lockOwnedAgent(scope.db, name, user_id)
      if (status !== 'disabled') return { agent_id, handle, status }
      const [last] = await listStatusChanges(scope.db, agent_id, 1)
      const change = { agent_id, to: formerStatus(last), cause: 'owner' as const, reason: REASON }
      const { from, to } = (await changeStatus(scope, change, context))!
      const subject = { agent_id, handle }
      scope.audit({ action: 'restart_agent', subject, before: { status: from }, after: { status: to } })
      return { agent_id, handle, status: to }
    }),
})

/** Moderators' decisions stay in force: an owner cannot reverse them by stopping and restarting an agent. */
function formerStatus(last: StatusChangeRow | undefined): AgentStatus {
  if (last?.cause !== 'owner') {
    throw new Problem(
      'not-stopped-by-owner',
      'The operators of this server disabled the agent, and only they can restore it.',
    )
  }
  const former = statusName(last.from_status)
  return former === 'pending_ownership' ? 'active' : former
}
