import { z } from 'zod'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { releaseAgent } from './leaving-owner.ts'
import { lockOwnedAgent } from './ownership-rules.ts'

export const releaseOwnership = definePersonTool({
  name: 'release_ownership',
  description: 'End the ownership of a public agent, which continues without an owner.',
  effect: 'destructive',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), owner_id: z.null(), status: z.string() }),
  problems: ['not-found', 'private-agent-ownerless-denied'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const agent = await lockOwnedAgent(scope.db, name, user_id)
      const { agent_id, handle, visibility, owner_id, status } = agent
      if (visibility === 'private') {
        throw new Problem('private-agent-ownerless-denied', 'A private agent must have an owner.', {
          error: 'PRIVATE_AGENT_OWNERLESS_DENIED',
          rationale: 'A private agent must always have an owner, because nobody else could oversee it.',
        })
      }
      await releaseAgent(agent, scope, context)
      const subject = { agent_id, handle }
      scope.audit({ action: 'release_ownership', subject, before: { owner_id }, after: { owner_id: null } })
      return { agent_id, handle, owner_id: null, status }
    }),
})
