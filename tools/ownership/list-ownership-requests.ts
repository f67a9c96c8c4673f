import { z } from 'zod'
import { findOwnershipRequests as findRequests } from '../../storage/ownership/ownership-requests.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { limit, timestamp, uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'

export const listOwnershipRequests = definePersonTool({
  name: 'list_ownership_requests',
  description: 'Open ownership requests, by newest agent first.',
  effect: 'read',
  input: z.object({
    user_id: personOrAny,
    limit: limit(),
    before: uuid.default(NEWEST_ID).describe('next_before of the previous page'),
  }),
  output: z.object({
    requests: z.array(
      z.object({
        agent_id: uuid,
        handle: z.string(),
        name: z.string(),
        visibility: z.enum(['public', 'private']),
        user_id: uuid,
        requested_at: timestamp,
        expires_at: timestamp.nullable(),
      }),
    ),
    next_before: uuid.nullable(),
  }),
  problems: [],
  async handler({ user_id, limit, before }, { db }) {
    const rows = await findRequests(db, user_id, before, limit + 1)
    const requests = rows.slice(0, limit)
    return { requests, next_before: rows.length > limit ? requests.at(-1)!.agent_id : null }
  },
})
