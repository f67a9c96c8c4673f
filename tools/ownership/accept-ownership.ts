import { z } from 'zod'
import { setOwner, takeOwnershipRequest } from '../../storage/ownership/ownership.ts'
import { agentReference } from '../agents/identifier.ts'
import { definePersonTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { byPerson, endWait, holdNamedAgent } from './ownership.ts'
import { personOrAny } from './person.ts'

export const acceptOwnership = definePersonTool({
  name: 'accept_ownership',
  description: 'Accept an open ownership request for the person who was asked.',
  effect: 'write',
  limit: 'deeds_of_people',
  input: z.object({ agent: agentReference, user_id: personOrAny }),
  output: z.object({ agent_id: uuid, handle: z.string(), owner_id: uuid, status: z.string() }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const { now } = context
      const agent = await holdNamedAgent(scope.db, name)
      const { agent_id, handle } = agent
      const request = await takeOwnershipRequest(scope.db, agent_id, user_id, now)
      if (!request) throw new Problem('not-found', 'This agent has no open ownership request.')
      const owner_id = request.user_id
      await setOwner(scope.db, agent_id, owner_id, now)
      const status = await endWait(scope, agent, 'The person whom you asked is your owner now.', context)
      const told = byPerson(context, agent_id, owner_id, { accepted_at: now.toISOString() })
      scope.emit(agent_id, 'agent.ownership.accepted', told)
      scope.audit({
        action: 'accept_ownership',
        subject: { agent_id, handle },
        before: { owner_id: agent.owner_id, status: agent.status },
        after: { owner_id, status },
      })
      return { agent_id, handle, owner_id, status }
    }),
})
