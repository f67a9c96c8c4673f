import { z } from 'zod'
import { findRelatedRequests, findReservedHandleRequest } from '../../storage/handles/reserved-handles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { reservedHandleRequest } from './reserved-handle.ts'

const RELATED = 10

export const showReservedHandleRequest = defineOperatorTool({
  name: 'show_reserved_handle_request',
  description: 'A request for a reserved handle, with other requests for the same handle or by the same person.',
  role: 'moderator',
  effect: 'read',
  input: z.object({ request_id: uuid.describe('id of the request') }),
  output: z.object({ request: reservedHandleRequest, related: z.array(reservedHandleRequest) }),
  problems: ['not-found'],
  async handler({ request_id }, { db }) {
    const request = await findReservedHandleRequest(db, request_id)
    if (!request) throw new Problem('not-found', 'This request does not exist.')
    return { request, related: await findRelatedRequests(db, request, RELATED) }
  },
})
