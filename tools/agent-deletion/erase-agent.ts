import { z } from 'zod'
import { handleOrId } from '../agents/agent-reference.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { text, uuid } from '../core/schemas.ts'
import { lockNamedAgent } from '../ownership/ownership-rules.ts'
import { applyDeletion } from './apply-deletion.ts'

export const eraseAgent = defineOperatorTool({
  name: 'erase_agent',
  description: 'Delete an agent with all it wrote, at once. Its handle is never available again.',
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({ agent: handleOrId, reason: text(1_000).describe('for the audit log') }),
  output: z.object({ agent_id: uuid, handle: z.string() }),
  problems: ['not-found'],
  handler: ({ agent: name, reason }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle } = await lockNamedAgent(scope.db, name)
      await applyDeletion(scope, agent_id, context.now)
      scope.audit({ action: 'erase_agent', subject: { agent_id, handle }, before: {}, after: {}, reason })
      return { agent_id, handle }
    }),
})
