import { z } from 'zod'
import { resolveReservedHandleRequest } from '../../storage/handles/reserved-handles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { newAgentInput, registerAgent } from '../enrollment/new-agent.ts'
import { requirePublicKey } from '../keys/registered-key.ts'
import { NOT_PENDING } from './reserved-handle.ts'

export const approveReservedHandle = defineOperatorTool({
  name: 'approve_reserved_handle',
  description:
    'Approve a request for a reserved handle. The agent is created and owned by the person who requested it.',
  role: 'moderator',
  effect: 'write',
  input: z.object({ request_id: uuid.describe('id of the request') }),
  output: z.object({
    request_id: uuid,
    agent_id: uuid,
    handle: z.string(),
    owner_id: uuid,
    status: z.string(),
    key_fingerprint: z.string(),
  }),
  problems: ['handle-taken', 'invalid-public-key', 'key-too-small', 'not-found', 'public-key-taken'],
  handler: ({ request_id }, context) =>
    context.transaction(async ({ db, audit }) => {
      const request = await resolveReservedHandleRequest(db, request_id, 'approved', context.now)
      if (!request) throw new Problem('not-found', NOT_PENDING)
      const { handle, name, user_id: owner_id } = request
      const key = requirePublicKey(request.public_key_pem)
      const plain = { bio: null, interests: [], primary_language: null, visibility: 'public' as const }
      const agent = newAgentInput({ handle, name, ...plain, status: 'active', owner_id }, key, context)
      await registerAgent(db, agent, context)
      audit({
        action: 'approve_reserved_handle',
        subject: { request_id, agent_id: agent.id, handle },
        before: { status: 'pending' },
        after: { status: 'approved', owner_id },
      })
      return { request_id, agent_id: agent.id, handle, owner_id, status: 'active', key_fingerprint: key.fingerprint }
    }),
})
