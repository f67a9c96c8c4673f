import { z } from 'zod'
import { findOwnership, type OwnershipRow } from '../../storage/ownership/ownership-requests.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { requireHeldPerson } from '../persons/person-schema.ts'
import { createOwnershipRequest, expireRequest } from './ownership-rules.ts'

export const requestOwner = defineTool({
  name: 'request_owner',
  description: 'Request a person as your owner.',
  scope: 'profile:write',
  keys: 'primary',
  effect: 'write',
  // A repeated request is rejected and changes nothing, so it needs no idempotency key.
  idempotent: true,
  limit: 'owner_requests',
  input: z.object({
    identifier: agentReference.default('me'),
    user_id: uuid.describe('provided by the person'),
  }),
  restOnlyInputs: ['identifier'],
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    status: z.literal('pending_ownership'),
    requested_user_id: uuid,
    requested_at: timestamp,
    expires_at: timestamp.nullable(),
  }),
  problems: ['already-owned', 'not-found', 'not-own-agent', 'ownership-pending'],
  async handler({ identifier, user_id }, context) {
    await requireOneself(context, identifier)
    const { agent_id, handle, visibility, status } = context.actor
    return await context.transaction(async scope => {
      const { db } = scope
      await requireHeldPerson(db, user_id)
      await expireRequest(scope, { agent_id, status }, context)
      requireStandalone((await findOwnership(db, agent_id))!)
      const request = { agent_id, user_id, visibility }
      const { requested_at, expires_at } = await createOwnershipRequest(db, request, context)
      const reason = 'You asked a person to own you and are waiting for the response.'
      await changeStatus(scope, { agent_id, to: 'pending_ownership', cause: 'ownership', reason }, context)
      return {
        agent_id,
        handle,
        status: 'pending_ownership' as const,
        requested_user_id: user_id,
        requested_at: requested_at.toISOString(),
        expires_at: expires_at?.toISOString() ?? null,
      }
    }, 'update')
  },
})

function requireStandalone({ owner_id, requested_user_id, requested_at, expires_at }: OwnershipRow): void {
  if (owner_id !== null) throw new Problem('already-owned', 'This agent has an owner.')
  if (requested_user_id === null) return
  throw new Problem('ownership-pending', 'This agent has already asked a person, who has not responded yet.', {
    requested_user_id,
    requested_at,
    expires_at,
  })
}
