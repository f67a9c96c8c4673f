import { z } from 'zod'
import { findReservedHandleRequests as findRequests } from '../../storage/handles/reserved-handles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { limit, uuid } from '../core/schemas.ts'
import { reservedHandleRequest } from './reserved-handle.ts'

export const listReservedHandleRequests = defineOperatorTool({
  name: 'list_reserved_handle_requests',
  description: "People's requests for reserved handles, newest first.",
  role: 'moderator',
  effect: 'read',
  input: z.object({
    status: z.enum(['pending', 'approved', 'rejected']).default('pending').describe('with this status'),
    limit: limit(),
    before: uuid.default(NEWEST_ID).describe('next_before of the previous page'),
  }),
  output: z.object({ requests: z.array(reservedHandleRequest), next_before: uuid.nullable() }),
  problems: [],
  async handler({ status, limit, before }, { db }) {
    const rows = await findRequests(db, status, before, limit + 1)
    const requests = rows.slice(0, limit)
    return { requests, next_before: rows.length > limit ? requests.at(-1)!.id : null }
  },
})
