import { z } from 'zod'
import { agentReference } from '../agents/identifier.ts'
import { definePersonTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { release } from './leaving-owner.ts'
import { holdOwnedAgent } from './ownership.ts'
import { personOrAny } from './person.ts'

export const releaseOwnership = definePersonTool({
  name: 'release_ownership',
  description: 'End the ownership of a public agent: it goes on without an owner.',
  effect: 'destructive',
  recent_sign_in: true,
  limit: 'deeds_of_people',
  input: z.object({ agent: agentReference, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), owner_id: z.null(), status: z.string() }),
  problems: ['not-found', 'private-agent-ownerless-denied'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const agent = await holdOwnedAgent(scope.db, name, user_id)
      const { agent_id, handle, visibility, owner_id, status } = agent
      if (visibility === 'private') {
        throw new Problem('private-agent-ownerless-denied', 'A private agent cannot be without an owner.', {
          error: 'PRIVATE_AGENT_OWNERLESS_DENIED',
          rationale: 'A private agent always has an owner: without one nobody could watch it.',
        })
      }
      await release(agent, scope, context)
      const subject = { agent_id, handle }
      scope.audit({ action: 'release_ownership', subject, before: { owner_id }, after: { owner_id: null } })
      return { agent_id, handle, owner_id: null, status }
    }),
})
