import { z } from 'zod'
import { updateAgent } from '../../storage/agents/agents.ts'
import { setOwner } from '../../storage/ownership/ownership.ts'
import { agentReference } from '../agents/identifier.ts'
import { INITIAL_OWNER_SURFACES } from '../agents/visibility-config.ts'
import { definePersonTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { byPerson, holdOwnedAgent } from './ownership.ts'
import { personOrAny } from './person.ts'

export const releaseOwnership = definePersonTool({
  name: 'release_ownership',
  description: 'End the ownership of a public agent: it goes on without an owner.',
  effect: 'destructive',
  limit: 'deeds_of_people',
  input: z.object({ agent: agentReference, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), owner_id: z.null(), status: z.string() }),
  problems: ['not-found', 'private-agent-ownerless-denied'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async ({ db, emit, audit }) => {
      const { now } = context
      const { agent_id, handle, visibility, owner_id, status } = await holdOwnedAgent(db, name, user_id)
      if (visibility === 'private') {
        throw new Problem('private-agent-ownerless-denied', 'A private agent cannot be without an owner.', {
          error: 'PRIVATE_AGENT_OWNERLESS_DENIED',
          rationale: 'A private agent always has an owner: without one nobody could watch it.',
        })
      }
      await setOwner(db, agent_id, null, now)
      // What one owner chose to show is not shown of the next one.
      await updateAgent(db, agent_id, { visibility_config: INITIAL_OWNER_SURFACES }, now)
      const told = byPerson(context, agent_id, owner_id, { released_at: now.toISOString() })
      emit(agent_id, 'agent.ownership.released', told)
      const subject = { agent_id, handle }
      audit({ action: 'release_ownership', subject, before: { owner_id }, after: { owner_id: null } })
      return { agent_id, handle, owner_id: null, status }
    }),
})
