import { z } from 'zod'
import { agentReference } from '../../agents/identifier.ts'
import { defineOperatorTool } from '../../kernel/define.ts'
import { Problem } from '../../kernel/problems/problems.ts'
import { uuid } from '../../kernel/schemas.ts'
import { holdNamedAgent } from '../../ownership/ownership.ts'
import { endRecovery } from '../replacing/ending.ts'
import { presentRecovery, recovery } from './recovery.ts'

export const callOffKeyRecovery = defineOperatorTool({
  name: 'call_off_key_recovery',
  description: 'End the recovery that runs of the key of an agent: it keeps the key that it has, and both are told.',
  effect: 'write',
  input: z.object({ agent: agentReference }),
  output: z.object({ agent_id: uuid, handle: z.string(), recovery }),
  problems: ['not-found'],
  handler: ({ agent: name }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle } = await holdNamedAgent(scope.db, name)
      const row = await endRecovery(scope, { agent_id, outcome: 'operator' }, context)
      if (!row) throw new Problem('not-found', 'No recovery of the key of this agent runs.')
      return { agent_id, handle, recovery: presentRecovery(row, context.now) }
    }),
})
