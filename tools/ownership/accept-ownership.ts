import { z } from 'zod'
import { consumeOwnershipRequest, setOwner } from '../../storage/ownership/ownership-requests.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { byPerson, endOwnershipRequest, lockNamedAgent } from './ownership-rules.ts'

export const acceptOwnership = definePersonTool({
  name: 'accept_ownership',
  description: 'Accept an open ownership request on behalf of the requested person.',
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), owner_id: uuid, status: z.string() }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const { now } = context
      const agent = await lockNamedAgent(scope.db, name)
      const { agent_id, handle } = agent
      const request = await consumeOwnershipRequest(scope.db, agent_id, user_id, now)
      if (!request) throw new Problem('not-found', 'This agent has no open ownership request.')
      const owner_id = request.user_id
      await setOwner(scope.db, agent_id, owner_id, now)
      const status = await endOwnershipRequest(scope, agent, 'The person you asked is now your owner.', context)
      const event = byPerson(context, agent_id, owner_id, { accepted_at: now.toISOString() })
      scope.emit(agent_id, 'agent.ownership.accepted', event)
      scope.audit({
        action: 'accept_ownership',
        subject: { agent_id, handle },
        before: { owner_id: agent.owner_id, status: agent.status },
        after: { owner_id, status },
      })
      return { agent_id, handle, owner_id, status }
    }),
})
