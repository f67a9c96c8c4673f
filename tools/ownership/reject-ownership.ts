import { z } from 'zod'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { consumeOwnershipRequest } from '../../storage/ownership/ownership-requests.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import type { Context, OperatorActor, PersonActor, TransactionScope } from '../core/context.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { byPerson, endOwnershipRequest, type LockedAgent, lockNamedAgent } from './ownership-rules.ts'

export const rejectOwnership = definePersonTool({
  name: 'reject_ownership',
  description: 'Reject an open ownership request on behalf of the requested person. A private agent is deleted.',
  effect: 'destructive',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    outcome: z.enum(['standalone', 'deleted']),
    status: z.string().nullable(),
  }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id }, context) =>
    context.transaction(async scope => {
      const agent = await lockNamedAgent(scope.db, name)
      const request = await consumeOwnershipRequest(scope.db, agent.agent_id, user_id, context.now)
      if (!request) throw new Problem('not-found', 'This agent has no open ownership request.')
      const { agent_id, handle, visibility } = agent
      const status = await (visibility === 'private' ? remove : stay)(agent, request.user_id, scope, context)
      scope.audit({
        action: 'reject_ownership',
        subject: { agent_id, handle },
        before: { requested_user_id: request.user_id, visibility, status: agent.status },
        after: { requested_user_id: null, status },
      })
      return { agent_id, handle, outcome: status === null ? ('deleted' as const) : ('standalone' as const), status }
    }),
})

/** A private agent requires an owner (OWN-22). */
async function remove(
  { agent_id }: LockedAgent,
  _userId: string,
  { db }: TransactionScope,
  { now }: Context<OperatorActor | PersonActor>,
): Promise<null> {
  await deleteAgent(db, agent_id, now)
  return null
}

/** A public agent continues without an owner (OWN-21). */
async function stay(
  agent: LockedAgent,
  userId: string,
  scope: TransactionScope,
  context: Context<OperatorActor | PersonActor>,
): Promise<string> {
  const status = await endOwnershipRequest(scope, agent, 'The person you asked will not become your owner.', context)
  const rejected_at = context.now.toISOString()
  const event = byPerson(context, agent.agent_id, userId, { rejected_at })
  scope.emit(agent.agent_id, 'agent.ownership.rejected', event)
  return status
}
