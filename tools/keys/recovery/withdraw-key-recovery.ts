import { z } from 'zod'
import { findLastRecovery } from '../../../storage/keys/recoveries.ts'
import { agentReference } from '../../agents/identifier.ts'
import { definePersonTool } from '../../kernel/define.ts'
import { Problem } from '../../kernel/problems/problems.ts'
import { uuid } from '../../kernel/schemas.ts'
import { byPerson, holdOwnedAgent } from '../../ownership/ownership.ts'
import { personOrAny } from '../../ownership/person.ts'
import { endRecovery } from '../replacing/ending.ts'
import { presentRecovery, recovery } from './recovery.ts'

export const withdrawKeyRecovery = definePersonTool({
  name: 'withdraw_key_recovery',
  description: 'End the recovery that runs of the key of an agent, for its owner: the agent keeps the key that it has.',
  effect: 'write',
  idempotent: true,
  limit: 'deeds_of_people',
  input: z.object({ agent: agentReference, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), recovery }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const { agent_id, handle, owner_id } = await holdOwnedAgent(scope.db, name, user_id)
      const { actor: by } = byPerson(context, agent_id, owner_id, {}) as { actor: object }
      const ended = await endRecovery(scope, { agent_id, outcome: 'owner', by }, context)
      const row = ended ?? (await findLastRecovery(scope.db, agent_id))
      if (row?.outcome !== 'owner') throw new Problem('not-found', 'No recovery of the key of this agent runs.')
      return { agent_id, handle, recovery: presentRecovery(row, context.now) }
    }),
})
