import { z } from 'zod'
import { handleOrId } from '../agents/agent-reference.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { cancelRecovery } from '../keys/replacing/cancel-recovery.ts'
import { lockNamedAgent } from '../ownership/ownership-rules.ts'
import { presentRecovery, recoverySchema } from './recovery-schema.ts'

export const callOffKeyRecovery = defineOperatorTool({
  name: 'call_off_key_recovery',
  description: "End the current recovery of an agent's key. The agent keeps its key, and both parties are notified.",
  effect: 'write',
  input: z.object({ agent: handleOrId }),
  output: z.object({ agent_id: uuid, handle: z.string(), recovery: recoverySchema }),
  problems: ['not-found'],
  handler: ({ agent: name }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle } = await lockNamedAgent(scope.db, name)
      const row = await cancelRecovery(scope, { agent_id, outcome: 'operator' }, context)
      if (!row) throw new Problem('not-found', "There is no recovery in progress for this agent's key.")
      return { agent_id, handle, recovery: presentRecovery(row, context.now) }
    }),
})
