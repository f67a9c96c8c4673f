import { z } from 'zod'
import { resolveReservedHandleRequest } from '../../storage/handles/reserved-handles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, uuid } from '../core/schemas.ts'
import { NOT_PENDING, reservedHandleRequest } from './reserved-handle.ts'

export const rejectReservedHandle = defineOperatorTool({
  name: 'reject_reserved_handle',
  description: 'Reject a request for a reserved handle.',
  role: 'moderator',
  effect: 'write',
  input: z.object({
    request_id: uuid.describe('id of the request'),
    reason: text(500).describe('stored in the audit log'),
  }),
  output: reservedHandleRequest,
  problems: ['not-found'],
  handler: ({ request_id, reason }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      const request = await resolveReservedHandleRequest(db, request_id, 'rejected', now)
      if (!request) throw new Problem('not-found', NOT_PENDING)
      const subject = { request_id, user_id: request.user_id, handle: request.handle }
      audit({
        action: 'reject_reserved_handle',
        subject,
        before: { status: 'pending' },
        after: { status: 'rejected' },
        reason,
      })
      return request
    }),
})
