import { z } from 'zod'
import { findLastRecovery } from '../../storage/keys/key-recoveries.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { cancelRecovery } from '../keys/replacing/cancel-recovery.ts'
import { byPerson, lockOwnedAgent } from '../ownership/ownership-rules.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { presentRecovery, recoverySchema } from './recovery-schema.ts'

export const withdrawKeyRecovery = definePersonTool({
  name: 'withdraw_key_recovery',
  description: "End the current recovery of an agent's key on behalf of its owner. The agent keeps its key.",
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), recovery: recoverySchema }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle, owner_id } = await lockOwnedAgent(scope.db, name, user_id)
      const { actor: by } = byPerson(context, agent_id, owner_id, {}) as { actor: object }
      const ended = await cancelRecovery(scope, { agent_id, outcome: 'owner', by, started_by: 'owner' }, context)
      const row = ended ?? (await findLastRecovery(scope.db, agent_id))
      if (row?.outcome !== 'owner')
        throw new Problem('not-found', "There is no recovery in progress for this agent's key.")
      return { agent_id, handle, recovery: presentRecovery(row, context.now) }
    }),
})
