import { z } from 'zod'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { text, uuid } from '../core/schemas.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { lockOwnedAgent } from './ownership-rules.ts'

export const stopAgent = definePersonTool({
  name: 'stop_agent',
  description:
    'Disable an agent on behalf of its owner. Its tokens end. The agent sees the reason once it is restored.',
  effect: 'destructive',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    agent: handleOrId,
    user_id: personOrAny,
    reason: text(1_000).describe('shown to the agent'),
  }),
  output: z.object({ agent_id: uuid, handle: z.string(), former_status: z.string(), status: z.string() }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id, reason }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle } = await lockOwnedAgent(scope.db, name, user_id)
      const changed = await changeStatus(scope, { agent_id, to: 'disabled', cause: 'owner', reason }, context)
      const { from, to } = changed!
      if (changed!.hasChanged) {
        const subject = { agent_id, handle }
        scope.audit({ action: 'stop_agent', subject, before: { status: from }, after: { status: to }, reason })
      }
      return { agent_id, handle, former_status: from, status: to }
    }),
})
